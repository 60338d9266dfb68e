import { LONGEST_KEY, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { refuseBeforeAdmission } from '../pipeline/refuse-before-admission.ts';
import type { Step } from '../pipeline/step.ts';
import { TRY_AGAIN } from '../respond/respond.ts';
import { BATCH_PATH } from '../routes/batch-endpoint.ts';
import { isCalculator, type Route } from '../routes/route-table.ts';

/**
 * Reads `Idempotency-Key`, which a POST of a calculator or a batch may have. Every other call with it is refused,
 * because its caller would rely on a promise that only POST has.
 */
export function idempotencyKey(context: PipelineContext): Step {
  return (req, res, next) => {
    const { call } = req;
    const value = call.headers.idempotencyKey;
    if (value === undefined) {
      next();
      return;
    }
    const { principal, route, method } = call;
    if (!principal || !route) throw new Error('idempotencyKey comes after authorize');
    const code = 'idempotency-key-not-valid';
    if (method !== 'POST' || !takesKeys(route)) {
      refuseBeforeAdmission(context, req, res, { code, refusal: { detail: 'detail_elsewhere' } });
      return;
    }
    const key = readIdempotencyKey(value);
    if (key === null) {
      refuseBeforeAdmission(context, req, res, { code, refusal: { values: { max: LONGEST_KEY } } });
      return;
    }
    const digest = context.idempotency.key(key);
    const end = context.idempotency.begin(principal.clientId, digest);
    if (end === null) {
      refuseBeforeAdmission(context, req, res, { code: 'idempotency-key-in-use', refusal: TRY_AGAIN });
      return;
    }
    res.once('close', end);
    call.idempotencyKey = digest;
    next();
  };
}

function takesKeys(route: Route): boolean {
  return isCalculator(route) || route.path === BATCH_PATH;
}
