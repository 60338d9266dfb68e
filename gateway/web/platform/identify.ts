import type { Request } from 'express';
import type { Principal } from '../../accounts/principal.ts';
import { useSession } from '../../accounts/sessions/sessions.ts';
import type { Records } from '../../records/records.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { type Credential, oneCredential } from './credentials.ts';
import type { Caller } from './route.ts';

/** The caller, and the session token of a browser, which must also send its CSRF token. */
export interface Identified {
  readonly caller: Caller;
  readonly sessionToken: string | null;
  /** The principal of a call by key; `null` for a session. */
  readonly principal: Principal | null;
}

/** Identifies the caller; `null` without exactly one valid credential. @throws if the records are unreachable */
export async function identify(
  { principals, keyUses }: Pick<PipelineContext, 'principals' | 'keyUses'>,
  records: Records,
  req: Request,
): Promise<Identified | null> {
  const credential = oneCredential(req);
  if (credential === null) return null;
  return credential.kind === 'key' ? byKey(credential) : bySession(credential);

  async function byKey({ keyHash }: Extract<Credential, { kind: 'key' }>): Promise<Identified | null> {
    const { principal } = principals.lookup(keyHash) ?? (await principals.fill(keyHash));
    if (principal === null) return null;
    keyUses.note(principal.keyId, req.call.startedAt);
    req.call.principal = principal;
    const { clientId, userId, role, keyId } = principal;
    return { caller: { clientId, userId, role, keyId, sessionId: null }, sessionToken: null, principal };
  }

  async function bySession({ token }: Extract<Credential, { kind: 'session' }>): Promise<Identified | null> {
    const owner = await useSession(records, token, req.call.startedAt);
    if (owner === null) return null;
    const { clientId, userId, role, sessionId } = owner;
    return { caller: { clientId, userId, role, keyId: null, sessionId }, sessionToken: token, principal: null };
  }
}
