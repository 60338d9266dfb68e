import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { containerDaemon, dockerPatience } from './container-daemon.ts';
import { type Daemon, localDaemon } from './daemon.ts';
import { type Origin, origins, type Programs, type Software, startFrom } from './find-server.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { unprivilegedUser } from './unprivileged-user.ts';

const run = promisify(execFile);

export function postgresSoftware(): Software {
  return {
    name: 'PostgreSQL',
    programs: { postgres: /\(PostgreSQL\) \d/, initdb: /\(PostgreSQL\) \d/ },
    folders: ['usr/lib/postgresql/*/bin', 'opt/homebrew/opt/postgresql@*/bin'],
    packages: [/^postgresql-\d+$/],
    user: unprivilegedUser(),
  };
}

export interface PostgresOptions {
  /** More arguments of postgres, such as `['-c', 'max_connections=10']`. */
  readonly args?: readonly string[];
  /** Environment variables of a server on this machine, such as those of a `FakeClock`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: all origins. */
  readonly from?: readonly Origin[];
}

/**
 * Starts a separate PostgreSQL on a free loopback port; the caller stops it. Suites that only need a database share a
 * server: `describeWithPostgres`.
 * @throws {NotFound} if this machine has no such server
 */
export function startPostgres(options: PostgresOptions = {}): Promise<OwnServer> {
  const software = postgresSoftware();
  return startFrom(
    options.from ?? origins,
    software,
    (programs) => startLocalPostgres(software, programs, options),
    () => startPostgresContainer(options),
  );
}

function startLocalPostgres(software: Software, programs: Programs, options: PostgresOptions): Promise<OwnServer> {
  const { folder, env } = programs;
  const as = software.user === undefined ? {} : { user: software.user };
  const initialization = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const daemon = (port: number): Daemon =>
    localDaemon({
      name: 'postgres',
      prepare: async (data) => {
        await run(join(folder, 'initdb'), ['-D', data, ...initialization], { cwd: data, env, ...software.user });
      },
      command: (data) => ({
        file: join(folder, 'postgres'),
        // No socket file: its default folder belongs to the machine's own server.
        args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...commonArguments(options)],
        env: { ...env, ...options.env },
        ...as,
      }),
    });
  return startOwnServer({ ...postgresServer, origin: `${programs.origin}: ${programs.version}`, daemon });
}

function startPostgresContainer(options: PostgresOptions): Promise<OwnServer> {
  const image = 'postgres:17-alpine';
  const daemon = (port: number): Daemon =>
    containerDaemon({
      image,
      command: ['postgres', ...commonArguments(options)],
      env: { POSTGRES_HOST_AUTH_METHOD: 'trust' },
      port: { container: 5432, host: port },
    });
  return startOwnServer({ ...postgresServer, origin: `docker: ${image}`, daemon, patience: dockerPatience });
}

const postgresServer = {
  name: 'PostgreSQL',
  // "Fast shutdown" does not wait for clients to leave.
  ending: 'SIGINT',
  answers: answersQuery,
  url: (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`,
} as const;

function commonArguments({ args = [] }: PostgresOptions): string[] {
  // Tests do not crash the machine itself: data given to the kernel survives a kill without fsync.
  return ['-c', 'fsync=off', '-c', 'full_page_writes=off', ...args];
}

async function answersQuery(port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgresServer.url(port), connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
