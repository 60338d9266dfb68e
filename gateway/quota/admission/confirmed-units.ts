import { BoundedMap } from '../bounded-map.ts';
import type { Checkpoint } from '../contract.ts';
import { units } from '../model/affordability.ts';
import type { Decided } from './dispatcher.ts';

/** Most clients whose confirmed units are kept. */
const CAPACITY = 100_000;

/** Units of an epoch that the store had confirmed to this process, and those of them that remain. */
export interface LostUnits {
  readonly epoch: string;
  readonly confirmed: number;
  readonly remaining: number;
}

interface Known {
  readonly month: string;
  readonly epoch: string;
  units: number;
}

/**
 * The units that the store has confirmed to this process, for the month that each client last called in. A store that
 * shows fewer later has lost calls, even if no checkpoint contains them.
 */
export class ConfirmedUnits {
  readonly #known = new BoundedMap<string, Known>(CAPACITY);

  /** The store has decided a command. Returns what it had lost before, without starting another epoch. */
  heard(client: string, { month, epoch, admitted, taken }: Decided): LostUnits | null {
    const known = this.#known.get(client);
    if (known?.epoch !== epoch || known.month !== month) {
      this.#known.set(client, { month, epoch, units: admitted });
      return null;
    }
    const remaining = admitted - taken;
    const lost = known.units > remaining ? { epoch, confirmed: known.units, remaining } : null;
    known.units = admitted;
    return lost;
  }

  /** A load has answered that the counters are of `epoch`. Returns what was lost with the epoch before. */
  replaced(client: string, month: string, checkpoint: Checkpoint, epoch: string): LostUnits | null {
    const known = this.#known.get(client);
    if (known === undefined || known.month !== month || known.epoch === epoch) return null;
    this.#known.delete(client);
    const saved = checkpoint.months.find((one) => one.epoch === known.epoch);
    const remaining = saved === undefined ? 0 : units(saved.admitted);
    return known.units > remaining ? { epoch: known.epoch, confirmed: known.units, remaining } : null;
  }
}
