import type { Lease } from '../../model/leases.ts';
import { load } from '../../model/load.ts';
import { decide } from '../../model/model.ts';
import { SmallMap } from '../../model/small-map.ts';
import type { ClientState } from '../../model/state.ts';
import { MODEL_RULES, type Rules } from './model-store.ts';
import type { ProcessMistake } from './world.ts';

/** Stores with one typical programming mistake each, which the simulation must find. */
export const MISTAKES: Readonly<Record<string, Rules>> = {
  'the last command of a process may run again (< for <=)': {
    ...MODEL_RULES,
    decide: (state, command, now) => {
      const last = state.sequences.get(command.process);
      return decide(last === command.sequence ? { ...state, sequences: new SmallMap() } : state, command, now);
    },
  },
  'one unit more than the quota is admitted': {
    ...MODEL_RULES,
    decide: (state, command, now) => {
      const { limits } = state;
      if (limits === null || limits.quota === null) return decide(state, command, now);
      const decided = decide({ ...state, limits: { ...limits, quota: limits.quota + 1 } }, command, now);
      return decided.answer.kind === 'decided' ? { ...decided, answer: { ...decided.answer, limits } } : decided;
    },
  },
  'a counter one below its watermark is good enough': {
    ...MODEL_RULES,
    decide: (state, command, now) => {
      const { watermark } = command;
      const lower = watermark === null ? null : { ...watermark, admitted: watermark.admitted - 1 };
      return decide(state, { ...command, watermark: lower }, now);
    },
  },
  'a counter one below its checkpoint stays': {
    ...MODEL_RULES,
    load: (state, month, checkpoint, newEpoch) => {
      const months = checkpoint.months.map((row) => ({
        ...row,
        admitted: { ...row.admitted, included: Math.max(0, row.admitted.included - 1) },
      }));
      return load(state, month, { ...checkpoint, months }, newEpoch);
    },
  },
  'a burst of one more token': {
    ...MODEL_RULES,
    decide: (state, command, now) => {
      const { limits } = state;
      if (limits === null || limits.burst === null) return decide(state, command, now);
      const burst = { ...limits.burst, q: limits.burst.q + 1 };
      const decided = decide({ ...state, limits: { ...limits, burst } }, command, now);
      return decided.answer.kind === 'decided' ? { ...decided, answer: { ...decided.answer, limits } } : decided;
    },
  },
  'the clock of the sender decides the day and the burst': {
    ...MODEL_RULES,
    decide: (state, command) => decide(state, command),
  },
  'a bucket may be emptier than empty': {
    ...MODEL_RULES,
    decide: (state, command, now) => {
      const { answer, changes } = decide(state, command, now);
      const families = new Map(changes.families);
      for (const [name, family] of families) {
        families.set(name, { ...family, tat: Math.max(family.tat, state.families.get(name)?.tat ?? 0) });
      }
      return { answer, changes: { ...changes, families } };
    },
  },
};

export interface LeaseMistake {
  readonly rules?: Rules;
  readonly mistake?: ProcessMistake;
  /** The schedule with which the search begins, if only one in hundreds shows the mistake; otherwise the first. */
  readonly from?: number;
}

/** Typical mistakes with leases, in the store or in the processes. */
export const LEASE_MISTAKES: Readonly<Record<string, LeaseMistake>> = {
  'a lease is counted twice': {
    rules: {
      ...MODEL_RULES,
      decide: (state, command, now) =>
        decide(
          withLeases(state, (lease) => ({ ...lease, rows: new Map() })),
          command,
          now,
        ),
    },
  },
  'units of a lease are not taken': {
    from: 2_500,
    rules: {
      ...MODEL_RULES,
      decide: (state, command, now) =>
        decide(
          withLeases(state, (lease) => ({ ...lease, units: 0 })),
          command,
          now,
        ),
    },
  },
  'unused tokens are returned twice': {
    rules: {
      ...MODEL_RULES,
      decide: (state, command, now) => {
        const decided = decide(state, command, now);
        const report = command.lease?.report;
        if (!report?.final) return decided;
        const families = new Map(decided.changes.families);
        for (const [name, counter] of families) {
          const hold = state.families.get(name)?.holds?.find(({ holder }) => holder === report.holder);
          if (hold !== undefined) families.set(name, { ...counter, tat: counter.tat - hold.tokens * hold.interval });
        }
        return { ...decided, changes: { ...decided.changes, families } };
      },
    },
  },
  'a recall is lost by the store': {
    rules: {
      ...MODEL_RULES,
      decide: (state, command, now) => {
        const decided = decide(state, command, now);
        if (decided.answer.kind !== 'decided') return decided;
        const verdicts = decided.answer.verdicts.map(({ held: _, ...verdict }) => verdict);
        return { ...decided, answer: { ...decided.answer, verdicts } };
      },
    },
  },
  'a recall is lost by its holder': { mistake: 'ignores recalls' },
  'a lease outlives a change of the limits': { mistake: 'outlives limits' },
  'a report that did not run is taken as counted': { mistake: 'forgets reports' },
  'a journal is replayed twice': { mistake: 'replays twice' },
  'a journal drops records before it has recorded them again': { mistake: 'drops records early' },
  'a forwarded call is answered before it is charged': { mistake: 'answers before the charge' },
  'units of forwarded calls of dead processes stay held': { mistake: 'never returns holds' },
};

function withLeases(state: ClientState, change: (lease: Lease) => Lease): ClientState {
  return { ...state, leases: new Map(Array.from(state.leases, ([holder, lease]) => [holder, change(lease)])) };
}
