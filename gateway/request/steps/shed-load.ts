import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';
import { TRY_AGAIN } from '../respond/respond.ts';

/**
 * While the event loop is overloaded, refuses the calls of clients that use more than their share of the processor, so
 * that those of all others are answered in time. It comes after 404 and 405 and before admission: the call costs
 * nothing, not even a burst token.
 */
export function shedLoad({ loopDelay, fairShare, meter, refuse }: PipelineContext): Step {
  return (req, res, next) => {
    if (loopDelay.overloaded && fairShare.exceeds(req.call.principal?.clientId ?? '')) {
      meter.reducedCapacity.overloaded += 1;
      refuse(req, res, 'temporary-reduced-capacity', TRY_AGAIN);
    } else next();
  };
}
