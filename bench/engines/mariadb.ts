/** Connections to the database whose errors name it: the connector's own say `(conn:-1, no: 45012, …)`. */
import { createConnection, type ConnectionConfig, type Connection } from 'mariadb';

/** @throws {Error} one line that names MariaDB */
export async function connectToMariaDb(config: ConnectionConfig): Promise<Connection> {
  const connection = await createConnection(config).catch(nameMariaDb);
  // Without a listener the connector throws where nothing is asked while MariaDB ends, and nobody catches that. The next question fails anyway.
  return connection.on('error', () => {});
}

/** @param error of the connector; fatal where the connection is gone */
export function nameMariaDb(error: Error & { fatal?: boolean }): never {
  throw error.fatal ? new Error(`MariaDB does not answer: ${error.message.split('\n')[0]}`, { cause: error }) : error;
}
