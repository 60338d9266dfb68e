import type { ServiceAnswer } from '../../../plugins/sdk/index.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';

/**
 * Lets a calculator of this process answer. It is pure and takes microseconds, so it comes before admission: the outcome is
 * known when the calculation is counted, and nothing ever has to be given back.
 *
 * @returns `null` for a calculator that throws. That is a bug of its author: the answer is 500, uncharged.
 */
export function compute<Input>(
  { onError }: Pick<PipelineContext, 'onError'>,
  respond: (input: Input) => ServiceAnswer,
  input: Input,
  requestId: string,
): ServiceAnswer | null {
  try {
    return respond(input);
  } catch (error) {
    onError(error, requestId);
    return null;
  }
}
