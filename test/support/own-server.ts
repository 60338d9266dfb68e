import { setTimeout as sleep } from 'node:timers/promises';
import type { Daemon } from './daemon.ts';
import { freePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

/** A server for one test, which may damage it. It keeps its port and, by default, its data. */
export interface OwnServer {
  readonly url: string;
  readonly port: number;
  /** Pid of the running process; `undefined` if it is stopped or in a container. */
  readonly pid: number | undefined;
  /** The origin and the version of its programs. */
  readonly origin: string;
  /** Ends it by a signal (default SIGKILL, with all its children) and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Pauses it (SIGSTOP): connections stay open and nothing is answered. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Restarts it over its data, or over none; a running server is stopped cleanly first. */
  restart(options?: { empty?: boolean }): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

export interface OwnServerSetup {
  readonly name: string;
  readonly origin: string;
  /** The signal for a clean end. */
  readonly ending: NodeJS.Signals;
  readonly daemon: (port: number) => Daemon | Promise<Daemon>;
  /** Whether it already serves on this port. */
  readonly answers: (port: number) => Promise<boolean>;
  readonly url: (port: number) => string;
  /** The longest time for a start in milliseconds. */
  readonly patience?: number;
}

class EndedWhileStarting extends Error {}

/** Starts a server on a free loopback port and waits until it answers. */
export async function startOwnServer(setup: OwnServerSetup): Promise<OwnServer> {
  let failure: unknown;
  // Another process may take a free port before the server listens on it.
  for (let attempt = 0; attempt < 3; attempt++) {
    const port = await freePort();
    const daemon = await setup.daemon(port);
    try {
      await up(setup, daemon, port);
      return ownServer(setup, daemon, port);
    } catch (error) {
      await end(daemon, 'SIGKILL');
      await daemon.wipe();
      if (!(error instanceof EndedWhileStarting)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function ownServer(setup: OwnServerSetup, daemon: Daemon, port: number): OwnServer {
  return {
    url: setup.url(port),
    port,
    origin: setup.origin,
    get pid() {
      return daemon.pid;
    },
    kill: (signal = 'SIGKILL') => end(daemon, signal),
    pause: () => daemon.signal('SIGSTOP'),
    resume: () => daemon.signal('SIGCONT'),
    async restart({ empty = false } = {}) {
      await end(daemon, setup.ending);
      if (empty) await daemon.wipe();
      await upAgain(setup, daemon, port);
    },
    async stop() {
      await end(daemon, setup.ending);
      await daemon.wipe();
    },
  };
}

/** Another process may have the port for a moment, as the end of a connection. */
async function upAgain(setup: OwnServerSetup, daemon: Daemon, port: number): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await up(setup, daemon, port);
      return;
    } catch (error) {
      if (!(error instanceof EndedWhileStarting) || attempts === 10) throw error;
      await sleep(500);
    }
  }
}

async function up(setup: OwnServerSetup, daemon: Daemon, port: number): Promise<void> {
  await daemon.start();
  const answered = async (): Promise<true | undefined> => {
    if (!daemon.running) throw new EndedWhileStarting(`${setup.name} ended while starting:\n${daemon.log()}`);
    return (await setup.answers(port)) ? true : undefined;
  };
  await waitUntil(`an answer of ${setup.name}`, answered, setup.patience ?? 20_000);
}

async function end(daemon: Daemon, signal: NodeJS.Signals): Promise<void> {
  if (!daemon.running) return;
  await daemon.signal(signal);
  // A paused process handles the signal only after it continues.
  if (signal !== 'SIGKILL') await daemon.signal('SIGCONT');
  const late = new AbortController();
  const overdue = sleep(10_000, 'overdue', { signal: late.signal }).catch(() => 'ended');
  if ((await Promise.race([daemon.exited(), overdue])) === 'overdue') await daemon.signal('SIGKILL');
  late.abort();
  await daemon.exited();
}
