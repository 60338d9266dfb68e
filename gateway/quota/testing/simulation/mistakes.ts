import * as model from '../../model/model.ts';
import type { Rules } from './model-store.ts';

/** Stores with one mistake each, of the kind that a slip of the hand makes: the simulation has to find them. */
export const MISTAKES: Readonly<Record<string, Rules>> = {
  'the last command of a process may run again (< for <=)': {
    ...model,
    decide: (state, command) => {
      const last = state.sequences.get(command.process);
      return model.decide(last === command.sequence ? { ...state, sequences: new Map() } : state, command);
    },
  },
  'one unit more than the quota is admitted': {
    ...model,
    decide: (state, command) => {
      const { limits } = state;
      if (limits === null || limits.quota === null) return model.decide(state, command);
      const decided = model.decide({ ...state, limits: { ...limits, quota: limits.quota + 1 } }, command);
      return decided.answer.kind === 'decided' ? { ...decided, answer: { ...decided.answer, limits } } : decided;
    },
  },
  'a counter one below its watermark is good enough': {
    ...model,
    decide: (state, command) => {
      const { watermark } = command;
      return model.decide(state, {
        ...command,
        watermark: watermark === null ? null : { ...watermark, admitted: watermark.admitted - 1 },
      });
    },
  },
  'a counter one below its checkpoint stays': {
    ...model,
    load: (state, month, checkpoint, newEpoch) => {
      const months = checkpoint.months.map((row) => ({
        ...row,
        admitted: { ...row.admitted, included: Math.max(0, row.admitted.included - 1) },
      }));
      const { watermark, changes } = model.load(state, month, { ...checkpoint, months }, newEpoch);
      return { watermark, changes };
    },
  },
  'a burst of one more token': {
    ...model,
    decide: (state, command) => {
      const { limits } = state;
      if (limits === null || limits.burst === null) return model.decide(state, command);
      const burst = { ...limits.burst, q: limits.burst.q + 1 };
      const decided = model.decide({ ...state, limits: { ...limits, burst } }, command);
      return decided.answer.kind === 'decided' ? { ...decided, answer: { ...decided.answer, limits } } : decided;
    },
  },
};
