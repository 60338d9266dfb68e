import type { Request } from 'express';
import type { Cluster, Redis } from 'ioredis';
import type { Calculator } from '../../../calculators/kit/index.ts';
import { readBody } from '../../../plugins/sdk/server/read-body.ts';
import { networkOf } from '../../request/call/network-of.ts';
import { Attempts } from '../../request/limits/attempts.ts';
import { readForm, type Submitted } from './calculator/filled.ts';
import type { RefusalReason } from './refusal-page.ts';

/** Calculations that a network may make on the pages without a key. */
export const MOST_IN_MINUTE = 60;
export const MOST_IN_DAY = 1_000;

/** Longest form, in bytes. */
const LONGEST_FORM = 16_384;

/** A posted form: what it says, or why it is not calculated. */
export type Submission =
  | { readonly submitted: Submitted }
  | { readonly refused: RefusalReason; readonly status: 400 | 429; readonly seconds: number };

/** Where calculations without a key are counted. */
export interface CountedIn {
  /** Counts across all processes; without it, each process counts its own. */
  readonly redis?: Redis | Cluster | undefined;
  /** Whether Redis is known to be unreachable. The limits then do not wait for it. */
  readonly away?: (() => boolean) | undefined;
}

/**
 * The way to a calculation without key and quota, for the pages and for other sites alike: up to {@link MOST_IN_MINUTE}
 * times a minute and {@link MOST_IN_DAY} times a day for each network.
 */
export function keylessDoor({ redis, away }: CountedIn): (req: Request, calculator: Calculator) => Promise<Submission> {
  const limit = (name: string, attempts: number, seconds: number) =>
    new Attempts({ name: `portal:${name}`, attempts, seconds, blocks: true }, redis, away);
  const minute = limit('minute', MOST_IN_MINUTE, 60);
  const day = limit('day', MOST_IN_DAY, 86_400);
  return async (req, calculator) => {
    const body = await new Promise<Uint8Array>((resolve) => readBody(req, LONGEST_FORM, resolve));
    const network = networkOf(req.call.address);
    const seconds = (await minute.take(network)) || (await day.take(network));
    if (seconds > 0) return { refused: 'limit', status: 429, seconds };
    const isForm = req.is('application/x-www-form-urlencoded') !== false && body.byteLength <= LONGEST_FORM;
    const submitted = isForm ? readForm(calculator, body) : null;
    return submitted === null ? { refused: 'unreadable', status: 400, seconds: 0 } : { submitted };
  };
}
