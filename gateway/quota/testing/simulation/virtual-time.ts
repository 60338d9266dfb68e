import type { Random } from './random.ts';

interface Task {
  readonly at: number;
  /** Settles by chance which of two tasks of one instant comes first. */
  readonly tie: number;
  readonly run: () => void;
}

/** Enough for the longest chain of promises between two tasks; what is left goes on after the next task. */
const MICROTASKS = 12;

/** A clock that stands still but for the tasks that are due, and the scheduler that runs them one at a time. */
export class VirtualTime {
  now: number;
  readonly #random: Random;
  readonly #tasks: Task[] = [];
  readonly #outside = new Set<Promise<unknown>>();

  constructor(start: number, random: Random) {
    this.now = start;
    this.#random = random;
  }

  after(ms: number, run: () => void): void {
    const task = { at: this.now + ms, tie: this.#random.next(), run };
    let place = this.#tasks.length;
    for (let before = this.#tasks[place - 1]; before !== undefined && comesFirst(before, task); ) {
      place -= 1;
      before = this.#tasks[place - 1];
    }
    this.#tasks.splice(place, 0, task);
  }

  /** A promise that is kept `ms` later. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Lets the clock stand still until work is done that goes on in real time, such as that of a server. */
  outside<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => this.#outside.delete(done));
    this.#outside.add(done);
    return done;
  }

  /** Runs until there is nothing left to do. */
  async run(): Promise<void> {
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      this.now = task.at;
      task.run();
      await ticks();
      while (this.#outside.size > 0) {
        await Promise.allSettled(this.#outside);
        await ticks();
      }
    }
  }
}

async function ticks(): Promise<void> {
  for (let tick = 0; tick < MICROTASKS; tick += 1) await null;
}

/** The tasks lie in the order in which they are taken from the end. */
function comesFirst(before: Task, task: Task): boolean {
  return before.at < task.at || (before.at === task.at && before.tie < task.tie);
}
