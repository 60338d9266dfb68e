import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Maximum number of connections to one instance. Further calls wait for a free one. */
const MOST_CONNECTIONS = 256;

/**
 * How long an idle connection is kept, in milliseconds. A service must keep it longer, because a call must not be sent
 * on a connection that the service is closing; Node and most other servers keep it for five seconds or more. A service
 * that sends `Keep-Alive: timeout=<s>` sets the time itself.
 */
export const IDLE_MS = 4_000;

const made = new WeakSet<Duplex>();

/** Whether the connection was made. If not, the service cannot have seen the call. */
export function wasMade(connection: Duplex | null): boolean {
  return connection !== null && made.has(connection);
}

/**
 * Opens a pool of connections to an instance.
 *
 * @param connectMs time limit for making a connection, in milliseconds, including name look-up and TLS
 */
export function connectionsTo({ protocol }: URL, connectMs: number): Agent {
  const options = { keepAlive: true, maxSockets: MOST_CONNECTIONS, timeout: IDLE_MS };
  const tls = protocol === 'https:';
  const agent = tls ? new TlsAgent(options) : new Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    const connection = connect(...args);
    if (connection) watch(connection, tls ? 'secureConnect' : 'connect', connectMs);
    return connection;
  };
  return agent;
}

function watch(connection: Duplex, isMade: string, connectMs: number): void {
  const tooSlow = setTimeout(() => {
    connection.destroy(new Error(`no connection within ${connectMs} ms`));
  }, connectMs);
  connection.once(isMade, () => {
    clearTimeout(tooSlow);
    made.add(connection);
  });
  connection.once('close', () => clearTimeout(tooSlow));
}
