import { z } from 'zod';
import { readClientSettings } from '../../../accounts/clients/client-settings.ts';
import { changeKey } from '../../../accounts/keys/key-change.ts';
import { revokeKey } from '../../../accounts/keys/key-end.ts';
import { listKeys, readKey } from '../../../accounts/keys/key-list.ts';
import { rotateKey } from '../../../accounts/keys/key-rotate.ts';
import { unknownCalculators } from '../../../accounts/keys/key-settings.ts';
import { createKey } from '../../../accounts/keys/keys.ts';
import { type Access, ADMIN_ONLY, ALL_OR_OWN } from '../../../accounts/role-access.ts';
import { isoTime } from '../../../values/instant.ts';
import { id, instant, name, network, paging, text } from '../fields.ts';
import { malformed } from '../input.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { type AuthenticatedRequest, type PlatformRequest, route } from '../route.ts';
import { issuedAnswer, issuedKey, keyAnswer, keyBody } from './answers.ts';

const DAY_S = 86_400;

/** Admins create keys for all; developers for themselves, if the client allows it. */
const OWN_IF_ALLOWED: Access = { admin: 'all', developer: 'own', finance: 'no' };

const params = z.strictObject({ key: id('key') });

const settings = {
  calculators: z.array(text(200)).min(1).max(500).nullable(),
  networks: z.array(network).min(1).max(50).nullable(),
  cap: z.int().min(0).nullable(),
  rotates_itself: z.boolean(),
};

const list = route({
  name: 'listKeys',
  group: 'keys',
  method: 'GET',
  path: '/platform/v1/keys',
  access: ALL_OR_OWN,
  query: z.strictObject({
    ...paging,
    state: z.enum(['working', 'ended']).exactOptional(),
    user: text(64).exactOptional(),
  }),
  status: 200,
  answer: z.object({ keys: z.array(keyAnswer), next: z.string().nullable() }),
  async handle({ records, scope, at, query: { cursor = null, ...asked } }) {
    const { items, next } = await listKeys(records.db, scope, at, { cursor, ...asked });
    return { body: { keys: items.map(keyBody), next } };
  },
});

const read = route({
  name: 'readKey',
  group: 'keys',
  method: 'GET',
  path: '/platform/v1/keys/{key}',
  access: ALL_OR_OWN,
  params,
  status: 200,
  answer: keyAnswer,
  handle: async (call) => ({ body: await summaryOf(call, call.params.key) }),
});

const create = route({
  name: 'createKey',
  group: 'keys',
  method: 'POST',
  path: '/platform/v1/keys',
  access: OWN_IF_ALLOWED,
  sessionOnly: true,
  body: z
    .strictObject({
      name,
      environment: z.enum(['dev', 'test', 'live']),
      user: id('us').nullable().default(null),
      application: name.exactOptional(),
      expires_at: instant.nullable().default(null),
      calculators: settings.calculators.default(null),
      networks: settings.networks.default(null),
      cap: settings.cap.default(null),
      rotates_itself: settings.rotates_itself.default(false),
    })
    .meta({
      example: {
        name: 'Back end',
        environment: 'live',
        calculators: ['tdee', 'bmi'],
        networks: ['203.0.113.0/24'],
        cap: 10_000,
      },
    }),
  status: 201,
  check: (visit, { calculators, expires_at: end = null }) => [
    ...unknownNames(visit, calculators),
    ...(end !== null && end <= visit.at ? [malformed('expires_at', 'in_the_past')] : []),
  ],
  // Includes the text of the key, which no later answer shows.
  answer: keyAnswer.extend({ key: z.string() }),
  problems: ['conflict'],
  async handle(call) {
    const { records, actor, caller, body } = call;
    await requireAllowed(call, body);
    const { user: userId, application, expires_at, rotates_itself: rotatesItself, ...rest } = body;
    const key = await createKey(records, actor, {
      ...rest,
      rotatesItself,
      clientId: caller.clientId,
      // Without an owner, the key belongs to the caller.
      userId: userId ?? (application === undefined ? caller.userId : null),
      ...(application === undefined ? {} : { application }),
      expiresAt: expires_at,
    });
    return { body: { ...(await summaryOf(call, key.id)), key: key.text } };
  },
});

const change = route({
  name: 'changeKey',
  group: 'keys',
  method: 'PATCH',
  path: '/platform/v1/keys/{key}',
  access: ADMIN_ONLY,
  sessionOnly: true,
  params,
  body: z
    .strictObject({
      name: name.exactOptional(),
      calculators: settings.calculators.exactOptional(),
      networks: settings.networks.exactOptional(),
      cap: settings.cap.exactOptional(),
      rotates_itself: settings.rotates_itself.exactOptional(),
    })
    .meta({ example: { name: 'Coach app, back end', cap: null } }),
  check: (visit, { calculators }) => unknownNames(visit, calculators),
  status: 200,
  answer: keyAnswer,
  problems: ['conflict'],
  async handle(call) {
    const { records, actor, scope, params, body } = call;
    const { rotates_itself: rotatesItself, ...rest } = body;
    const asked = rotatesItself === undefined ? rest : { ...rest, rotatesItself };
    await changeKey(records, actor, params.key, asked, scope);
    return { body: await summaryOf(call, params.key) };
  },
});

const rotate = route({
  name: 'rotateKey',
  group: 'keys',
  method: 'POST',
  path: '/platform/v1/keys/{key}/rotate',
  access: ALL_OR_OWN,
  params,
  body: z
    .strictObject({
      overlap_seconds: z
        .int()
        .min(0)
        .max(30 * DAY_S)
        .default(7 * DAY_S),
    })
    .meta({ example: { overlap_seconds: DAY_S } }),
  status: 201,
  answer: issuedAnswer.extend({ old_key_ends_at: z.iso.datetime() }),
  problems: ['conflict', 'session-required'],
  async handle({ records, actor, caller, scope, enqueueMail, params, body }) {
    // A call with a key may replace only that key: a leaked key must not compromise the others.
    if (caller.keyId !== null && caller.keyId !== params.key) throw new PlatformProblem('session-required');
    const overlap = body.overlap_seconds * 1_000;
    const request = { keyId: params.key, overlap, scope, ...(caller.keyId === null ? {} : { byKey: { enqueueMail } }) };
    const { successor, oldKeyEnds } = await rotateKey(records, actor, request);
    return { body: { ...issuedKey(successor), old_key_ends_at: isoTime(oldKeyEnds) } };
  },
});

const revoke = route({
  name: 'revokeKey',
  group: 'keys',
  method: 'DELETE',
  path: '/platform/v1/keys/{key}',
  access: ADMIN_ONLY,
  sessionOnly: true,
  params,
  query: z.strictObject({ successors: z.enum(['end', 'keep']).default('end') }),
  status: 204,
  answer: null,
  async handle({ records, actor, scope, params, query }) {
    await revokeKey(records, actor, params.key, scope, query.successors);
    return { body: null };
  },
});

interface Owned {
  readonly user: string | null;
  readonly application?: string;
  readonly rotates_itself: boolean;
}

/**
 * A developer creates keys only for itself, and none that rotates itself: that is for admins to allow, key by key.
 *
 * @throws PlatformProblem for a developer if the client does not let developers create keys
 */
async function requireAllowed({ records, caller, scope }: AuthenticatedRequest, asked: Owned): Promise<void> {
  if (scope.userId === undefined) return;
  const { developerKeys } = await readClientSettings(records.db, caller.clientId);
  const isOwn = asked.application === undefined && (asked.user ?? caller.userId) === caller.userId;
  if (developerKeys === 'none' || !isOwn || asked.rotates_itself) {
    throw new PlatformProblem('role-not-allowed', { detail: 'detail_keys' });
  }
}

function unknownNames({ calculators }: PlatformRequest, names: readonly string[] | null = null) {
  const unknown = names === null ? [] : unknownCalculators(names, calculators());
  return unknown.map((at) => malformed(`calculators.${at}`, 'unknown_calculator'));
}

async function summaryOf({ records, scope, at }: AuthenticatedRequest, keyId: string) {
  return keyBody(await readKey(records.db, scope, keyId, at));
}

/** The keys of a client. */
export const keyRoutes = [list, read, create, change, rotate, revoke];
