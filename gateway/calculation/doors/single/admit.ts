import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { Step } from '../../../request/pipeline/step.ts';
import { admissionItem, admit as admitCalculation } from '../../engine/admit.ts';

/**
 * Admits a single call. A call computed in this process already has its answer, so it is charged only if the answer is
 * a result; if admission refuses the call, the result is dropped. A call of a service reserves its cost.
 */
export function admit(context: PipelineContext): Step {
  return (req, res, next) => {
    const { call } = req;
    call.timer?.enter('quota');
    const { principal, route, answer } = call;
    if (!principal || !route) throw new Error('admit comes after authorize');
    const reserve = answer === null && route.forwarding !== null;
    const item = admissionItem(principal, route.endpoint, reserve ? 200 : (answer?.status ?? 500), call.once);
    admitCalculation(context, req, res, { item, reserve }, (problem) => {
      if (problem === null) next();
      else context.refuse(req, res, problem.code, problem.refusal);
    });
  };
}
