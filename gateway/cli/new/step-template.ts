import { camelCase } from './names.ts';

/** Folder of the steps. */
export const STEPS = 'gateway/request/steps';

/** A step that refuses one path, so that it runs from the beginning. */
export function stepCode(name: string): string {
  return `import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';

/** TODO What no request gets past this step without, in one sentence. */
export function ${camelCase(name)}Step({ refuse }: Pick<PipelineContext, 'refuse'>): Step {
  return (req, res, next) => {
    // TODO The condition, and the problem that the caller gets: a code of gateway/request/problems/catalogue.ts.
    if (req.call.path === '/TODO') refuse(req, res, 'not-found');
    else next();
  };
}
`;
}

/** Its test: the request that is refused goes no further, every other one goes on. */
export function stepTest(name: string): string {
  const step = `${camelCase(name)}Step`;
  return `import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { ${step} } from './${name}.ts';

/** Runs the step with a request of this path. */
function run(path: string) {
  const refuse = vi.fn();
  const next = vi.fn();
  ${step}({ refuse })({ call: { path } } as GatewayRequest, {} as ServerResponse, next);
  return { refused: refuse.mock.calls.map(([, , code]) => code), next };
}

it('refuses TODO the request, which goes no further', () => {
  const { refused, next } = run('/TODO');
  expect(refused).toEqual(['not-found']);
  expect(next).not.toHaveBeenCalled();
});

it('lets every other request go on', () => {
  const { refused, next } = run('/api/v1/tdee');
  expect(refused).toEqual([]);
  expect(next).toHaveBeenCalledExactlyOnceWith();
});
`;
}
