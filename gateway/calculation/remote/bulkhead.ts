import type { ServiceLimits } from '../../../plugins/sdk/index.ts';
import { Circuit, type CircuitChanged } from './circuit.ts';
import type { Instance } from './instance.ts';

/** A call that waits because its calculator, or every usable instance, runs as many calls as it may. */
export interface WaitingCall {
  readonly tried: readonly Instance[];
  /** Called when the call can be sent at this circuit, or when no instance is left. */
  proceed(found: Circuit | 'out'): void;
}

/**
 * The calls of one calculator of a service. Its limits keep a slow calculator from taking the connections of the
 * others, and its circuits keep its failures from taking instances out of use for the others.
 */
export class Bulkhead {
  readonly circuits: readonly Circuit[];
  readonly #limits: ServiceLimits;
  #waiting: WaitingCall[] = [];
  #turn = 0;

  constructor(calculator: string, instances: readonly Instance[], limits: ServiceLimits, changed: CircuitChanged) {
    this.#limits = limits;
    this.circuits = instances.map((instance) => {
      instance.circuits += 1;
      return new Circuit(calculator, instance, changed);
    });
  }

  /**
   * The circuit at which to send a call: one that is due for a trial, else the usable one whose instance runs the
   * fewest calls; equal instances take turns. An outlier is used only if no other instance is usable. `full` if all
   * usable instances run as many calls as they may, `out` if no instance is usable.
   */
  pick(tried: readonly Instance[], now: number): Circuit | 'full' | 'out' {
    const { circuits } = this;
    let best: Circuit | null = null;
    let full = false;
    this.#turn = (this.#turn + 1) % circuits.length;
    for (let step = 0; step < circuits.length; step++) {
      const circuit = circuits[(this.#turn + step) % circuits.length];
      if (circuit === undefined) continue;
      const { instance } = circuit;
      if (instance.breaker.open || !circuit.admits(now) || tried.includes(instance)) continue;
      if (circuit.running >= this.#limits.calculator || instance.running >= this.#limits.instance) full = true;
      else if (circuit.open) return circuit;
      else if (best === null || precedes(instance, best.instance)) best = circuit;
    }
    return best ?? (full ? 'full' : 'out');
  }

  /** Whether calls can be sent elsewhere than at this circuit. */
  hasOthers(circuit: Circuit): boolean {
    return this.circuits.some((one) => one !== circuit && !one.open && !one.instance.breaker.open);
  }

  /** Milliseconds until the next trial; 0 if no circuit is open. */
  pause(now: number): number {
    const trials = this.circuits.filter(({ open }) => open).map(({ retryAt }) => Math.max(0, retryAt - now));
    return trials.length === 0 ? 0 : Math.min(...trials);
  }

  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  /** Puts a call into the line. @returns false if the line is as long as it may be */
  wait(call: WaitingCall): boolean {
    if (this.#waiting.length >= this.#limits.waiting) return false;
    this.#waiting.push(call);
    return true;
  }

  leaveLine(call: WaitingCall): void {
    this.#waiting = this.#waiting.filter((other) => other !== call);
  }

  /** Lets the first call of the line proceed, if it can. @returns whether it does */
  proceed(now: number): boolean {
    const [first] = this.#waiting;
    if (first === undefined) return false;
    const found = this.pick(first.tried, now);
    if (found === 'full') return false;
    this.#waiting.shift();
    first.proceed(found);
    return true;
  }
}

function precedes(one: Instance, other: Instance): boolean {
  if (one.outlier !== other.outlier) return other.outlier;
  return one.running < other.running;
}
