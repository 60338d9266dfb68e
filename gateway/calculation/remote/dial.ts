import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Connections to one instance at a time; calls beyond them wait for one. */
const MOST_CONNECTIONS = 256;

/**
 * So long an idle connection is kept, in milliseconds. Services must keep theirs longer (Node and most others do, for
 * five seconds or more): a call must not be sent on a connection that the other side is closing. A service that says
 * `Keep-Alive: timeout=<s>` is taken at its word.
 */
export const IDLE_MS = 4_000;

const made = new WeakSet<Duplex>();

/** Whether the connection was made: before that the service cannot have seen anything of a call. */
export function wasMade(connection: Duplex | null): boolean {
  return connection !== null && made.has(connection);
}

/**
 * Keeps the connections to an instance.
 *
 * @param connectMs so long a connection may take to be made, looking up its name and TLS included
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
