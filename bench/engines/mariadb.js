/** Connections to the database whose errors name it: the connector's own say `(conn:-1, no: 45012, …)`. */
import { createConnection } from 'mariadb';

/**
 * @param {import('mariadb').ConnectionConfig} config
 * @returns {Promise<import('mariadb').Connection>}
 * @throws {Error} one line that names MariaDB
 */
export async function connectToMariaDb(config) {
  const connection = await createConnection(config).catch(nameMariaDb);
  // Without a listener the connector throws where nothing is asked while MariaDB ends, and nobody catches that. The next question fails anyway.
  return connection.on('error', () => {});
}

/** @param {Error & { fatal?: boolean }} error of the connector; fatal where the connection is gone @returns {never} */
export function nameMariaDb(error) {
  throw error.fatal ? new Error(`MariaDB does not answer: ${error.message.split('\n')[0]}`, { cause: error }) : error;
}
