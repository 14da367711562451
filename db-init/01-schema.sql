-- Run when a database is made and again before every cell: it replaces what `create` left, the next generated key included.
CREATE OR REPLACE TABLE member (
  id BIGINT NOT NULL AUTO_INCREMENT,
  name VARCHAR(100) NOT NULL,
  age INT NOT NULL,
  team_id BIGINT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci
  -- From the start: an INSERT that a target has still under way must not take a key of the seed before that is in.
  AUTO_INCREMENT = 10001;

-- Few rows on purpose: `slow` sleeps 1 ms for each of them.
CREATE OR REPLACE TABLE slow_member LIKE member;

CREATE OR REPLACE TABLE event (
  id BIGINT NOT NULL,
  places_left INT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB;

-- A row for every place that was taken: evidence against overselling that does not depend on event.places_left.
CREATE OR REPLACE TABLE place (
  id BIGINT NOT NULL AUTO_INCREMENT,
  event_id BIGINT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB;
