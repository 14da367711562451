-- Runs when the database is created and again before every cell. It replaces what `create` left, including the next generated key.
CREATE OR REPLACE TABLE member (
  id BIGINT NOT NULL AUTO_INCREMENT,
  name VARCHAR(100) NOT NULL,
  age INT NOT NULL,
  team_id BIGINT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci
  -- Set from the start: an INSERT still in flight on a target must not take a key of the seed before the seed is loaded.
  AUTO_INCREMENT = 10001;

-- Few rows on purpose: `slow` sleeps 1 ms per row.
CREATE OR REPLACE TABLE slow_member LIKE member;

CREATE OR REPLACE TABLE event (
  id BIGINT NOT NULL,
  places_left INT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB;

-- One row per place taken: shows overselling independently of event.places_left.
CREATE OR REPLACE TABLE place (
  id BIGINT NOT NULL AUTO_INCREMENT,
  event_id BIGINT NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB;
