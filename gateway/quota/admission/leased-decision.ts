import type { Item } from '../contract.ts';
import { NO_UNITS } from '../model/affordability.ts';
import { tokenInterval } from '../model/gcra.ts';
import type { Decision } from './admission-request.ts';
import type { Lease } from './lease.ts';

/** The decision on a call that a lease has admitted. Its units are priced when they are reported. */
export function leasedDecision(lease: Lease, { family }: Item, at: number): Decision {
  const { limits, month, epoch } = lease;
  const { used, spendable, tokens } = lease.shown(family);
  const { burst } = limits;
  return {
    verdict: {
      outcome: 'admitted',
      split: NO_UNITS,
      burstLeft: burst === null ? Number.POSITIVE_INFINITY : tokens,
      burstFull: burst === null ? 0 : Math.ceil(((burst.q - tokens) * tokenInterval(burst)) / 1_000_000),
      burstRetry: 0,
      used,
      spendable,
    },
    limits,
    at,
    month,
    epoch,
    reservation: null,
    onlyReservations: false,
  };
}
