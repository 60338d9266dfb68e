import type { Request } from 'express';
import type { Steps } from '../pipeline/steps.ts';
import { forwardItem, leaveItem, type RemoteItem } from './forward-item.ts';
import type { ItemAnswer } from './item-answer.ts';

/** Calculations of one batch that are under way at services: a batch must not push the calls of others aside. */
const AT_ONCE = 8;

interface Waiting {
  readonly remote: RemoteItem;
  readonly done: (answer: ItemAnswer) => void;
}

/** Forwards the calculations of one batch, some at a time. */
export class RemoteItems {
  readonly #steps: Steps;
  readonly #req: Request;
  #waiting: Waiting[] = [];
  readonly #running = new Set<() => void>();
  #left = false;

  constructor(steps: Steps, req: Request) {
    this.#steps = steps;
    this.#req = req;
  }

  add(remote: RemoteItem, done: (answer: ItemAnswer) => void): void {
    if (this.#left) {
      leaveItem(this.#steps, remote);
      return;
    }
    this.#waiting.push({ remote, done });
    this.#next();
  }

  /** The caller has left: what is under way is broken off, and everything that was reserved is given back. */
  leave(): void {
    this.#left = true;
    for (const { remote } of this.#waiting) leaveItem(this.#steps, remote);
    this.#waiting = [];
    for (const cancel of this.#running) cancel();
    this.#running.clear();
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      this.#start(waiting);
    }
  }

  #start({ remote, done }: Waiting): void {
    let cancel: (() => void) | null = null;
    let over = false;
    cancel = forwardItem(this.#steps, this.#req, remote, (answer) => {
      over = true;
      if (cancel !== null) this.#running.delete(cancel);
      done(answer);
      this.#next();
    });
    if (!over) this.#running.add(cancel);
  }
}
