import type { Request, Response } from 'express';
import { sql } from 'kysely';
import { writeInputProblems } from '../../../calculators/kit/index.ts';
import { ProviderFailed } from '../../billing/provider.ts';
import { RecordsAway } from '../../pipeline/principal-cache.ts';
import type { Steps } from '../../pipeline/steps.ts';
import { AccountError } from '../../records/account-error.ts';
import type { Records } from '../../records/records.ts';
import { refusalOf } from './account-problems.ts';
import type { InputMistakes } from './input.ts';
import { PlatformProblem } from './platform-problem.ts';
import { platformMessages } from './texts.ts';

const RETRY = { headers: ['Retry-After', '1'] };

/** Answers what is wrong with an input. */
export function refuseMistakes(steps: Pick<Steps, 'refuse'>, req: Request, res: Response, input: InputMistakes): void {
  if (input.noSuchPath) {
    steps.refuse(req, res, 'not-found');
    return;
  }
  const written = writeInputProblems(input.mistakes, platformMessages, req.call.language);
  steps.refuse(req, res, 'invalid-parameters', { ...written });
}

/** Answers whatever a call has thrown. What is a mistake of ours is told to the log, and the caller no more than that. */
export async function refuseError(
  steps: Pick<Steps, 'refuse' | 'onError'>,
  { records }: { readonly records: Pick<Records, 'db'> },
  req: Request,
  res: Response,
  error: unknown,
): Promise<void> {
  if (res.headersSent) {
    steps.onError(error, req.call.id);
    res.destroy();
  } else if (error instanceof PlatformProblem) {
    steps.refuse(req, res, error.code, error.refusal);
  } else if (error instanceof AccountError) {
    refuseAccountError(steps, req, res, error);
  } else if (error instanceof ProviderFailed) {
    steps.onError(error, req.call.id);
    steps.refuse(req, res, 'payment-provider-failed', RETRY);
  } else if (error instanceof RecordsAway || !(await answers(records))) {
    steps.refuse(req, res, 'temporarily-unavailable', RETRY);
  } else {
    steps.onError(error, req.call.id);
    steps.refuse(req, res, 'internal-error');
  }
}

function refuseAccountError(steps: Pick<Steps, 'refuse'>, req: Request, res: Response, error: AccountError): void {
  const refusal = refusalOf(error);
  if (refusal.kind === 'problem') {
    const { code, detail } = refusal;
    steps.refuse(req, res, code, detail === undefined ? {} : { detail });
  } else if (refusal.kind === 'conflict') {
    const { reason } = refusal;
    steps.refuse(req, res, 'conflict', { detail: `detail_${reason}`, values: error.values, extensions: { reason } });
  } else {
    const { field, message } = refusal;
    const mistakes = [{ field, code: 'not_allowed', message, values: { field } } as const];
    refuseMistakes(steps, req, res, { mistakes, noSuchPath: false });
  }
}

const PATIENCE_MS = 1_000;

/** Whether the records answer at all: if not, the error was theirs and not a mistake of ours. */
async function answers({ db }: Pick<Records, 'db'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, patience]);
  clearTimeout(timer);
  return answered;
}
