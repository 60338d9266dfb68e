import type { Decision } from '../../quota/admission/admission.ts';
import type { Calculation, Calculations } from './calculations.ts';
import { refusedByKey } from './idempotent.ts';
import type { ItemAnswer } from './item-answer.ts';

/**
 * A refusal at `cost` units. Until a calculation is admitted, it covers every calculation that costs as much or more.
 */
interface Refusal {
  readonly decision: Decision;
  readonly cost: number;
}

/**
 * Admits calculations as if they had arrived one by one. It computes no calculation that cannot be admitted, so a
 * caller whose quota is used up cannot make the gateway compute.
 *
 * It asks the counters first. If they cover everything, it computes everything and sends all calculations to the
 * counters as one command. If they cover nothing, it refuses everything. Otherwise it computes and admits groups, each
 * at most twice as large as the previous one, so the admitted work bounds the wasted work.
 *
 * @param done called once for each index in `asked`, unless the caller leaves first
 */
export function admitInOrder(
  calculations: Calculations,
  asked: readonly Calculation[],
  done: (place: number, answer: ItemAnswer) => void,
): void {
  const costs = asked.map(({ cost }) => cost);
  const least = Math.min(...costs);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  let refusal: Refusal | null = null;
  let next = 0;
  let size = 1;

  // Both probes start in the same turn of the event loop and travel as one command. The second answer arrives last.
  if (total > least) {
    calculations.probe(least, (_error, decision) => {
      if (decision !== null) note(decision, least);
    });
  }
  calculations.probe(total, (error, decision) => {
    if (error) {
      for (const [place, one] of asked.entries()) done(place, calculations.unavailable(one, error));
      return;
    }
    const { outcome, burstLeft } = decision.verdict;
    if (outcome === 'admitted') size = Math.max(1, Math.min(asked.length, burstLeft));
    else if (outcome === 'burst' || total === least) note(decision, total);
    admitNext();
  });

  function note(decision: Decision, cost: number): void {
    // It says nothing about the limits.
    if (refusedByKey(decision.verdict.outcome) !== null) return;
    const admitted = decision.verdict.outcome === 'admitted';
    refusal = admitted ? null : { decision, cost: Math.min(cost, refusal?.cost ?? cost) };
  }

  function refusing(cost: number): Decision | null {
    if (refusal === null) return null;
    return refusal.decision.verdict.outcome === 'burst' || cost >= refusal.cost ? refusal.decision : null;
  }

  function admitNext(): void {
    refuseNext();
    const first = next;
    const group = calculations.compute(asked.slice(first, first + size));
    next += group.length;
    let undecided = group.length;
    group.forEach((one, at) => {
      const place = first + at;
      const decided = (decision: Decision | null) => {
        undecided -= 1;
        if (decision !== null) {
          note(decision, costs[place] ?? 0);
          size = refusal === null ? Math.max(1, Math.min(2 * group.length, decision.verdict.burstLeft)) : 1;
        }
        if (undecided === 0) admitNext();
      };
      calculations.admit(one, decided, (answer) => done(place, answer));
    });
  }

  function refuseNext(): void {
    for (const one of asked.slice(next)) {
      const decision = refusing(one.cost);
      if (decision === null) return;
      done(next, calculations.refuse(one, decision));
      next += 1;
    }
  }
}
