import type { ServiceAnswer } from '../../../plugins/sdk/index.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';

/**
 * Runs a calculator in this process. A calculator is pure and takes microseconds, so it runs before admission: the
 * outcome is known when the calculation is counted, and no charge has to be given back.
 *
 * @returns `null` if the calculator throws, which is a bug in the calculator: the caller gets an uncharged 500
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
