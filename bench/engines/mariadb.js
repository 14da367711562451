/** Connections to the database whose errors name it: the connector's own say `(conn:-1, no: 45012, …)`. */
import { createConnection } from 'mariadb';

/**
 * @param {import('mariadb').ConnectionConfig} config
 * @returns {Promise<import('mariadb').Connection>}
 * @throws {Error} one line that names MariaDB
 */
export function connectToMariaDb(config) {
  return createConnection(config).catch(nameMariaDb);
}

/** @param {Error & { fatal?: boolean }} error of the connector; fatal where the connection is gone @returns {never} */
export function nameMariaDb(error) {
  throw error.fatal ? new Error(`MariaDB does not answer: ${error.message.split('\n')[0]}`, { cause: error }) : error;
}
