-- The user of targets and runner, with what they need. One statement per line (--init-file).
CREATE DATABASE IF NOT EXISTS bench;
CREATE OR REPLACE USER 'bench'@'127.0.0.1' IDENTIFIED BY 'bench';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, LOCK TABLES ON bench.* TO 'bench'@'127.0.0.1';
