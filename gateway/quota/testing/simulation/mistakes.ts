import { load } from '../../model/load.ts';
import { decide } from '../../model/model.ts';
import { MODEL_RULES, type Rules } from './model-store.ts';

/** Stores with one typical programming mistake each, which the simulation must find. */
export const MISTAKES: Readonly<Record<string, Rules>> = {
  'the last command of a process may run again (< for <=)': {
    ...MODEL_RULES,
    decide: (state, command) => {
      const last = state.sequences.get(command.process);
      return decide(last === command.sequence ? { ...state, sequences: new Map() } : state, command);
    },
  },
  'one unit more than the quota is admitted': {
    ...MODEL_RULES,
    decide: (state, command) => {
      const { limits } = state;
      if (limits === null || limits.quota === null) return decide(state, command);
      const decided = decide({ ...state, limits: { ...limits, quota: limits.quota + 1 } }, command);
      return decided.answer.kind === 'decided' ? { ...decided, answer: { ...decided.answer, limits } } : decided;
    },
  },
  'a counter one below its watermark is good enough': {
    ...MODEL_RULES,
    decide: (state, command) => {
      const { watermark } = command;
      return decide(state, {
        ...command,
        watermark: watermark === null ? null : { ...watermark, admitted: watermark.admitted - 1 },
      });
    },
  },
  'a counter one below its checkpoint stays': {
    ...MODEL_RULES,
    load: (state, month, checkpoint, newEpoch) => {
      const months = checkpoint.months.map((row) => ({
        ...row,
        admitted: { ...row.admitted, included: Math.max(0, row.admitted.included - 1) },
      }));
      const { watermark, changes } = load(state, month, { ...checkpoint, months }, newEpoch);
      return { watermark, changes };
    },
  },
  'a burst of one more token': {
    ...MODEL_RULES,
    decide: (state, command) => {
      const { limits } = state;
      if (limits === null || limits.burst === null) return decide(state, command);
      const burst = { ...limits.burst, q: limits.burst.q + 1 };
      const decided = decide({ ...state, limits: { ...limits, burst } }, command);
      return decided.answer.kind === 'decided' ? { ...decided, answer: { ...decided.answer, limits } } : decided;
    },
  },
};
