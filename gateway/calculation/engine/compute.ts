import type { ServiceAnswer } from '../../../plugins/sdk/index.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';

/**
 * Runs a calculator in this process. A calculator is pure and takes microseconds, so it runs before admission: the
 * outcome is known when the calculation is counted, and no charge has to be given back.
 *
 * @param plugin the plugin of the calculator, which the log names
 * @returns `null` if the calculator throws or has no valid result, which is a bug in the calculator: the caller gets an
 *   uncharged 500
 */
export function compute<Input extends { readonly requestId: string }>(
  { onError }: Pick<PipelineContext, 'onError'>,
  plugin: string,
  respond: (input: Input) => ServiceAnswer,
  input: Input,
): ServiceAnswer | null {
  try {
    return respond(input);
  } catch (error) {
    onError(error, input.requestId, plugin);
    return null;
  }
}
