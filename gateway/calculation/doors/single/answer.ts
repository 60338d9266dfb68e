import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { Step } from '../../../request/pipeline/step.ts';
import { flatHeaders } from '../../engine/flat-headers.ts';
import { answerFromService } from './answer-from-service.ts';

/** The last step: sends the computed answer of an admitted call, or calls its service. */
export function answer(context: PipelineContext): Step {
  const { send, refuse } = context;
  return (req, res) => {
    const { answer: computed, checked, route, decision, timer } = req.call;
    timer?.enter('forward');
    const forwarding = route?.forwarding ?? null;
    const reservation = decision?.reservation ?? null;
    if (computed !== null) send(req, res, computed.status, flatHeaders(computed.headers), computed.body);
    else if (route === null || forwarding === null || reservation === null) refuse(req, res, 'internal-error');
    else answerFromService(context, req, res, { route, forwarding, reservation, checked, language: req.call.language });
  };
}
