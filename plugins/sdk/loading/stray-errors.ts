import { pathToFileURL } from 'node:url';
import { addressOf, folderOf, isBuiltIn, sourceOf } from './sources.ts';

/**
 * Keeps the process alive when code of an operator's plugin fails outside of any call: in a timer, an event, or an
 * unhandled promise. The stack tells whose code failed. A failure that is not an `Error` has no stack, and only plugins
 * throw such values. Any other error ends the process as before, with its stack on standard error and exit
 * code 1.
 *
 * @param named the sources in `PLUGINS`
 * @param report gets the source, or all sources that it can be
 * @returns a function that stops this
 */
export function surviveStrayErrors(
  named: readonly string[],
  report: (source: string, error: unknown) => void,
): () => void {
  const outside = named.filter((source) => !isBuiltIn(sourceOf(source)));
  if (outside.length === 0) return () => undefined;
  process.on('uncaughtException', caught);
  return () => process.off('uncaughtException', caught);

  /** Node reports an unhandled rejection in the same way. */
  function caught(error: unknown): void {
    const source = sourceOfError(error, outside);
    if (source !== null) report(source, error);
    // Another listener, such as that of a test runner, decides instead.
    else if (process.listenerCount('uncaughtException') === 1) {
      console.error(error);
      process.exit(1);
    }
  }
}

/** The source whose code failed, or all sources if the error has no stack; `null` for an error of the gateway. */
export function sourceOfError(error: unknown, sources: readonly string[]): string | null {
  const stack = error instanceof Error && !isRejectedValue(error) ? (error.stack ?? '') : '';
  if (!/^ +at /m.test(stack)) return sources.join(' or ');
  const found = sources.find((source) => {
    const folder = folderOf(addressOf(source));
    return folder !== null && [folder, pathToFileURL(folder).href].some((path) => stack.includes(`${path}/`));
  });
  return found ?? null;
}

/** Node wraps a rejection that is not an `Error`, and the stack is Node's own. */
function isRejectedValue(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_UNHANDLED_REJECTION';
}
