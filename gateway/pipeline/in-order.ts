import type { RequestHandler } from 'express';

/**
 * Runs steps one after the other as a single layer of Express. Express walks its layers with a path match and several
 * closures each, which for a pipeline of this length would cost as much as everything the steps do.
 */
export function inOrder(...steps: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => {
    let at = 0;
    function step(error?: unknown): void {
      const handler = steps[at];
      if (error !== undefined || handler === undefined) {
        next(error);
        return;
      }
      at++;
      try {
        handler(req, res, step);
      } catch (thrown) {
        next(thrown);
      }
    }
    step();
  };
}
