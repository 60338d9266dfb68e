import type { Request, Response } from 'express';
import { sql } from 'kysely';
import { withTimeLimit } from '../../../plugins/sdk/host/time-limit.ts';
import { writeInputProblems } from '../../../plugins/sdk/index.ts';
import { ProviderFailed } from '../../billing/provider.ts';
import { AccountError } from '../../records/account-error.ts';
import type { Records } from '../../records/records.ts';
import { saysRecordsAway } from '../../records/records-away.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { RecordsAway } from '../../request/principal/principal-cache.ts';
import { refusalOf } from './account-problems.ts';
import type { InputMistakes } from './input.ts';
import { PlatformProblem } from './platform-problem.ts';
import { platformMessages } from './texts.ts';

const RETRY = { headers: ['Retry-After', '1'] };

/** Answers with the mistakes in an input. */
export function refuseMistakes(
  context: Pick<PipelineContext, 'refuse'>,
  req: Request,
  res: Response,
  input: InputMistakes,
): void {
  if (input.noSuchPath) {
    context.refuse(req, res, 'not-found');
    return;
  }
  const written = writeInputProblems(input.mistakes, platformMessages, req.call.language);
  context.refuse(req, res, 'invalid-parameters', { ...written });
}

/** Answers an error that a call threw. Internal errors are logged, and the caller learns no details of them. */
export async function refuseError(
  context: Pick<PipelineContext, 'refuse' | 'onError'>,
  { records }: { readonly records: Pick<Records, 'db'> },
  req: Request,
  res: Response,
  error: unknown,
): Promise<void> {
  if (res.headersSent) {
    context.onError(error, req.call.id);
    res.destroy();
  } else if (error instanceof PlatformProblem) {
    context.refuse(req, res, error.code, error.refusal);
  } else if (error instanceof AccountError) {
    refuseAccountError(context, req, res, error);
  } else if (error instanceof ProviderFailed) {
    context.onError(error, req.call.id);
    context.refuse(req, res, 'payment-provider-failed', RETRY);
  } else if (error instanceof RecordsAway || saysRecordsAway(error) || !(await answers(records))) {
    context.refuse(req, res, 'temporarily-unavailable', RETRY);
  } else {
    context.onError(error, req.call.id);
    context.refuse(req, res, 'internal-error');
  }
}

function refuseAccountError(
  context: Pick<PipelineContext, 'refuse'>,
  req: Request,
  res: Response,
  error: AccountError,
): void {
  const refusal = refusalOf(error);
  if (refusal.kind === 'problem') {
    const { code, detail } = refusal;
    context.refuse(req, res, code, detail === undefined ? {} : { detail });
  } else if (refusal.kind === 'conflict') {
    const { reason } = refusal;
    context.refuse(req, res, 'conflict', { detail: `detail_${reason}`, values: error.values, extensions: { reason } });
  } else {
    const { field, message } = refusal;
    const mistakes = [{ field, code: 'not_allowed', message, values: { field } } as const];
    refuseMistakes(context, req, res, { mistakes, noSuchPath: false });
  }
}

const RECORDS_ANSWER_MS = 1_000;

/** Whether the records answer. If they do not, they caused the error, and it is not a bug. */
async function answers({ db }: Pick<Records, 'db'>): Promise<boolean> {
  const asked = sql`select 1`.execute(db);
  return withTimeLimit(asked, RECORDS_ANSWER_MS, () => new Error('too late')).then(
    () => true,
    () => false,
  );
}
