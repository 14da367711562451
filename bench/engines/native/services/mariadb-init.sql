-- What the container image makes from MARIADB_DATABASE, MARIADB_USER and MARIADB_PASSWORD. One statement per line (--init-file).
CREATE DATABASE IF NOT EXISTS bench;
CREATE OR REPLACE USER 'bench'@'127.0.0.1' IDENTIFIED BY 'bench';
GRANT ALL ON bench.* TO 'bench'@'127.0.0.1';
