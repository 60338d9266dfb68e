import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A flag of V8 for a process that answers calls, and V8's own choice. */
interface Flag {
  readonly answering: string;
  readonly loading: string;
}

/**
 * V8 allocates new objects in its old generation ("pretenuring") at places in the code whose objects survived while it
 * measured them. When thousands of clients call for the first time, their objects stay, and V8 concludes that those of
 * later calls will too. From then on, in about one process of seven, each call left 4 KB of garbage in the old generation,
 * a call cost a third more, and p99 was twice as high, until the process ended.
 */
const PRETENURING: Flag = {
  answering: '--no-allocation-site-pretenuring',
  loading: '--allocation-site-pretenuring',
};

/**
 * V8 leaves the memory of a finished compilation ("Maglev", its middle compiler) to a thread in the background, which gets
 * little of a busy core (background.ts). In the first seconds of full load hundreds of compilations waited for it, with
 * 40 MB, and the C library kept most of that until the process ended. The thread that gets the code can free it at once.
 */
const COMPILER_BACKLOG: Flag = {
  answering: '--no-maglev-destroy-on-background',
  loading: '--maglev-destroy-on-background',
};

let answers = false;
let loads = 0;
let percent = 0;

/** From now on this process answers calls. */
export function answerCalls(): void {
  answers = true;
  setFlags();
}

/**
 * Sets the percentage by which the old generation may grow before it is collected, while this process answers calls.
 *
 * @param chosen 0 leaves it to V8
 */
export function growOldGenerationBy(chosen: number): void {
  percent = chosen;
  setFlags();
}

/**
 * Loads modules with V8's own flags. It refuses code that was compiled with others, and would compile again what the
 * compile cache holds and the modules of Node, which come compiled: the start of a gateway took a tenth longer.
 *
 * @example
 * const { Stripe } = await loadingModules(() => import('stripe'));
 */
export async function loadingModules<T>(load: () => Promise<T>): Promise<T> {
  const end = beginLoad();
  try {
    return await load();
  } finally {
    end();
  }
}

/** Starts a thread, which has loaded its modules when it sends its first message. */
export function startThread(module: URL, options: WorkerOptions): Worker {
  const end = beginLoad();
  try {
    return new Worker(module, options).once('message', end).once('exit', end);
  } catch (error) {
    end();
    throw error;
  }
}

/** @returns a function that ends it, at its first call */
function beginLoad(): () => void {
  loads += 1;
  setFlags();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    loads -= 1;
    setFlags();
  };
}

function setFlags(): void {
  if (!answers) return;
  const use = loads === 0 ? 'answering' : 'loading';
  for (const flag of [PRETENURING, COMPILER_BACKLOG]) setFlagsFromString(flag[use]);
  setFlagsFromString(`--heap-growing-percent=${use === 'answering' ? percent : 0}`);
}
