import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { containerDaemon, dockerPatience } from './container-daemon.ts';
import { type Daemon, localDaemon } from './daemon.ts';
import { type Origin, origins, type Programs, type Software, startFrom } from './find-server.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

export const redisSoftware: Software = {
  name: 'Redis',
  programs: { 'redis-server': /^Redis server v=\d/ },
  folders: ['usr/bin', 'usr/local/bin', 'opt/homebrew/bin'],
  packages: ['redis-server', 'redis-tools'],
};

export interface RedisOptions {
  /** Append-only file: data survive a kill. Default true. */
  readonly aof?: boolean;
  /** More arguments of redis-server, such as `['--replicaof', '127.0.0.1', '6379']`. */
  readonly args?: readonly string[];
  /** Environment variables of a server on this machine, such as those of a `FakeClock`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: all origins. */
  readonly from?: readonly Origin[];
}

/**
 * Starts a separate Redis on a free loopback port; the caller stops it. Suites that only need some Redis share one:
 * `describeWithRedis`.
 * @throws {NotFound} if this machine has no such server
 */
export function startRedis(options: RedisOptions = {}): Promise<OwnServer> {
  return startFrom(
    options.from ?? origins,
    redisSoftware,
    (programs) => startLocalRedis(programs, options),
    () => startRedisContainer(options),
  );
}

/** Starts a Redis from programs that were found. */
export function startLocalRedis(programs: Programs, options: RedisOptions): Promise<OwnServer> {
  const daemon = (port: number): Daemon =>
    localDaemon({
      name: 'redis',
      command: () => ({
        file: join(programs.folder, 'redis-server'),
        args: ['--port', String(port), '--bind', '127.0.0.1', ...commonArguments(options)],
        env: { ...programs.env, ...options.env },
      }),
    });
  return startOwnServer({ ...redisServer, origin: `${programs.origin}: ${programs.version}`, daemon });
}

function startRedisContainer(options: RedisOptions): Promise<OwnServer> {
  const image = 'redis:7.4-alpine';
  const daemon = (port: number): Daemon =>
    containerDaemon({
      image,
      command: ['redis-server', ...commonArguments(options)],
      env: {},
      port: { container: 6379, host: port },
    });
  return startOwnServer({ ...redisServer, origin: `docker: ${image}`, daemon, patience: dockerPatience });
}

const redisServer = {
  name: 'Redis',
  ending: 'SIGTERM',
  answers: answersPing,
  url: (port: number) => `redis://127.0.0.1:${port}`,
} as const;

function commonArguments({ aof = true, args = [] }: RedisOptions): string[] {
  return [
    ...['--appendonly', aof ? 'yes' : 'no', '--save', ''],
    // With `everysec`, Redis answers up to two seconds before it writes if the disk is slow, and a kill loses this.
    ...['--appendfsync', 'no'],
    // Many databases, because each suite that shares a server gets a separate one.
    ...['--databases', '4096', ...args],
  ];
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').setTimeout(1_000, () => socket.destroy(new Error('silent')));
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = await once(socket, 'data');
    return String(answer).startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
