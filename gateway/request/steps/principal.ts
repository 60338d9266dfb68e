import type { ServerResponse } from 'node:http';
import { type PresentedConsumer, planOf } from '../../marketplace/marketplaces.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Next, Step } from '../pipeline/step.ts';
import type { PrincipalEntry } from '../principal/principal-entries.ts';
import { TRY_AGAIN } from '../respond/respond.ts';
import { refuseCredential } from './refuse-credential.ts';

/** How often uses of a key are noted, in milliseconds. */
const NOTED_EVERY_MS = 1_000;

/**
 * Finds the principal of the key. Unknown, revoked and expired keys get the same 401. While the records are
 * unreachable, cached keys still work, and any other key gets a 503, which is worth a retry.
 */
export function principal(context: PipelineContext): Step {
  const { principals, meter } = context;
  return (req, res, next) => {
    const { call } = req;
    call.timer?.enter('principal');
    const entry = call.known === null ? principals.lookup(call.keyHash) : call.known;
    if (entry) meter.principalHits += 1;
    else meter.principalMisses += 1;
    const isVouchedFor = call.consumer !== null && call.consumer.vouched !== null;
    if (entry && !isVouchedFor) decide(context, req, res, next, entry);
    else askRecords(context, req, res, next, entry);
  };
}

/**
 * Decides a call that may have to wait for the records: its key is not cached, or a marketplace vouches for its consumer,
 * who may be new.
 */
function askRecords(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  next: Next,
  cached: PrincipalEntry | undefined,
): void {
  const { principals } = context;
  const { keyHash, consumer } = req.call;
  if (cached) known(cached);
  else principals.fill(keyHash).then(known, unavailable);

  /** A consumer that a marketplace vouches for may be new or changed: it is then recorded and looked up again. */
  function known(entry: PrincipalEntry): void {
    if (consumer === null || !isNews(consumer, entry)) {
      decided(entry);
      return;
    }
    context.admitConsumer(consumer).then((admitted) => {
      if (admitted) principals.fill(keyHash).then(decided, unavailable);
      else refuseCredential(context, req, res, next);
    }, unavailable);
  }

  function decided(entry: PrincipalEntry): void {
    decide(context, req, res, next, entry);
  }

  function unavailable(): void {
    context.refuse(req, res, 'temporarily-unavailable', TRY_AGAIN);
  }
}

function decide(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  next: Next,
  entry: PrincipalEntry,
): void {
  const { call } = req;
  const { principal, owner } = entry;
  if (principal) {
    call.principal = principal;
    noteUse(context, principal.keyId, entry, call.startedAt);
    next();
  } else {
    if (owner) context.admission.recordUncharged(owner.clientId, owner.keyId, '401');
    refuseCredential(context, req, res, next);
  }
}

/** Notes that a key was used. Later uses of the same second are not: a look-up for each call would cost more. */
function noteUse({ keyUses }: PipelineContext, keyId: string, entry: PrincipalEntry, at: number): void {
  if (Math.abs(at - entry.notedAt) < NOTED_EVERY_MS) return;
  entry.notedAt = at;
  keyUses.note(keyId, at);
}

/**
 * Whether a marketplace vouches for a consumer or subscription that is not in the records. A revoked key is in them.
 */
function isNews({ marketplace, vouched }: PresentedConsumer, { principal, owner }: PrincipalEntry): boolean {
  if (vouched === null) return false;
  if (principal === null) return owner === null;
  return (
    principal.subscription !== vouched.subscription || principal.plan !== planOf(marketplace, vouched.subscription)
  );
}
