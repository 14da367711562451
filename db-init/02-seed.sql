-- 10,000 members with the ids 1 to 10000, always the same; catalogue.json and the k6 scripts depend on them.
-- seq_1_to_10000 is a table of MariaDB's sequence engine, which every build has.
INSERT INTO member (id, name, age, team_id)
SELECT seq, CONCAT('member-', LPAD(seq, 5, '0')), 18 + seq % 60, 1 + seq % 100
FROM seq_1_to_10000;

-- Exactly ten rows. Each of the four columns identifies its row.
INSERT INTO slow_member (id, name, age, team_id)
SELECT seq, CONCAT('member-', seq), seq, seq
FROM seq_1_to_10;

-- 1: the event of `lock`. 2: full. 3: so many places that it is never full while statements are counted.
INSERT INTO event (id, places_left) VALUES (1, 100), (2, 0), (3, 1000000);
