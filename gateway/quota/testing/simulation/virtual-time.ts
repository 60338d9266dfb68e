import type { Random } from './random.ts';

interface Task {
  readonly at: number;
  /** Random tie-breaker between tasks of the same instant. */
  readonly tie: number;
  readonly run: () => void;
}

/** Enough for the longest chain of promises between two tasks; the rest continues after the next task. */
const MICROTASKS = 12;

/** Far more tasks than a schedule has. */
const MOST_TASKS = 200_000;

/** A schedule that never ends: somebody tries the same again and again. */
export class EndlessSchedule extends Error {}

/** A clock that advances only to due tasks, and the scheduler that runs them one at a time. */
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

  /** A promise that resolves `ms` later. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Stops the clock until work in real time is done, such as a server's. */
  outside<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => this.#outside.delete(done));
    this.#outside.add(done);
    return done;
  }

  /** Runs until no task is left. @throws EndlessSchedule */
  async run(): Promise<void> {
    let tasks = 0;
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      tasks += 1;
      if (tasks > MOST_TASKS) throw new EndlessSchedule(`a schedule goes on after ${MOST_TASKS} tasks`);
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

/** Tasks are sorted so that the next one is at the end. */
function comesFirst(before: Task, task: Task): boolean {
  return before.at < task.at || (before.at === task.at && before.tie < task.tie);
}
