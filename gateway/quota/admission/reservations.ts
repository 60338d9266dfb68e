import type { Limits, Verdict } from '../contract.ts';
import { unaffordable, units } from '../model/affordability.ts';
import { PassingMap } from '../passing-map.ts';
import type { Reservation } from './admission-request.ts';

/**
 * Milliseconds until the units of a forwarded call return by themselves, if its process has died. A call that takes
 * longer is charged when it is answered, beyond the limits if need be.
 */
export const HOLD_MS = 120_000;

interface Outstanding {
  readonly month: string;
  units: number;
  credits: number;
}

/** Units reserved by forwarded calls of this process until their answers are known. */
export class Reservations {
  readonly #clients = new PassingMap<string, Outstanding>();
  /** Those whose outcome is unknown. */
  readonly #open = new PassingMap<Reservation, true>();

  add(reservation: Reservation): void {
    this.#open.set(reservation, true);
    const { client, month, split } = reservation;
    let outstanding = this.#clients.get(client);
    if (outstanding === undefined || outstanding.month !== month) {
      outstanding = { month, units: 0, credits: 0 };
      this.#clients.set(client, outstanding);
    }
    outstanding.units += units(split);
    outstanding.credits += split.credits;
  }

  /** The outcome is known. @returns false if it was known before */
  end(reservation: Reservation): boolean {
    return this.#open.delete(reservation);
  }

  remove({ client, month, split }: Reservation): void {
    const outstanding = this.#clients.get(client);
    if (outstanding?.month !== month) return;
    outstanding.units -= units(split);
    outstanding.credits -= split.credits;
    if (outstanding.units === 0) this.#clients.delete(client);
  }

  /** Whether `cost` units, refused just now, would be affordable without the reservations. */
  alone(client: string, month: string, limits: Limits, verdict: Verdict, cost: number): boolean {
    if (verdict.outcome !== 'month' && verdict.outcome !== 'credits') return false;
    const held = this.#clients.get(client);
    if (held?.month !== month) return false;
    return unaffordable(limits, verdict.used - held.units, verdict.spendable + held.credits, cost) === null;
  }
}
