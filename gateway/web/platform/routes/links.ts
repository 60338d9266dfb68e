import { z } from 'zod';
import { type AddressLink, readAddressLink } from '../../../accounts/links/address-link.ts';
import { signUp } from '../../../accounts/onboarding/sign-up.ts';
import { ownerOfLink, setPasswordByLink } from '../../../accounts/sessions/set-password.ts';
import { confirmEmail } from '../../../accounts/users/email-change.ts';
import { readUndo, undoEmailChange } from '../../../accounts/users/email-undo.ts';
import { email, password, plainName, token } from '../fields.ts';
import { requireGoodPassword } from '../good-password.ts';
import { type PlatformRoute, publicRoute } from '../route.ts';
import { refuseLink } from './refuse-link.ts';
import { browserOf, sessionHeaders } from './session-cookie.ts';

const EXAMPLE_TOKEN = '4Zq2fH8sXw0LmB7cVnR1yTkD6gJpA3eUoQ9iC5hSxWz';

const readLink = publicRoute({
  name: 'readLink',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/link',
  body: z.strictObject({ token }).meta({ example: { token: EXAMPLE_TOKEN } }),
  status: 200,
  answer: z.strictObject({
    purpose: z.enum(['set-password', 'invitation', 'sign-up', 'email', 'undo-email']),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  problems: ['link-not-valid', 'too-many-attempts'],
  async handle({ records, throttle, body, at, address }) {
    const { token } = body;
    const described =
      (await ownerOfLink(records.db, token, at)) ??
      describe(await readAddressLink(records.db, token, at)) ??
      describeUndo(await readUndo(records.db, token, at));
    return described === null ? refuseLink(throttle, address) : { body: described };
  },
});

function describe(open: AddressLink | null) {
  if (open === null) return null;
  const { email, link } = open;
  return { purpose: link.purpose, name: link.purpose === 'sign-up' ? link.name : null, email };
}

function describeUndo(open: { readonly name: string; readonly email: string } | null) {
  return open && { purpose: 'undo-email' as const, ...open };
}

const setPassword = publicRoute({
  name: 'setPassword',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/password',
  body: z
    .strictObject({ token, password, email: email.optional() })
    .meta({ example: { token: EXAMPLE_TOKEN, password: 'seventeen geese over Oslo' } }),
  status: 204,
  answer: null,
  problems: ['password-not-usable', 'link-not-valid', 'conflict', 'too-many-attempts'],
  async handle({ records, throttle, body, at, address }) {
    const owner = await ownerOfLink(records.db, body.token, at);
    if (owner?.purpose !== 'set-password') return refuseLink(throttle, address);
    await throttle.link(body.token);
    requireGoodPassword(body.password, { name: owner.name, email: owner.email ?? body.email ?? null });
    const set = await setPasswordByLink(records, body.token, body.password, at, address, body.email ?? null);
    return set ? { body: null } : refuseLink(throttle, address);
  },
});

const requestPasswordReset = publicRoute({
  name: 'requestPasswordReset',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/password-reset',
  body: z.strictObject({ email }).meta({ example: { email: 'dora@example.com' } }),
  status: 202,
  answer: null,
  problems: ['too-many-attempts'],
  async handle({ records, throttle, enqueueMail, language, body, address }) {
    await throttle.strangersMail(body.email, address);
    // Every address is queued alike. The account is looked up only when mails are sent, so the answer reveals nothing.
    await records.write((trx) => enqueueMail(trx, { kind: 'password-reset', to: body.email, language }));
    return { body: null };
  },
});

const requestSignUp = publicRoute({
  name: 'requestSignUp',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/sign-up',
  signup: 'open',
  body: z
    .strictObject({ email, name: plainName, account: plainName })
    .meta({ example: { email: 'dora@example.com', name: 'Dora Maar', account: 'Acme Fitness' } }),
  status: 202,
  answer: null,
  problems: ['sign-up-closed', 'too-many-attempts'],
  async handle({ records, throttle, enqueueMail, language, body, address }) {
    await throttle.strangersMail(body.email, address);
    const { email: to, name: person, account } = body;
    await records.write((trx) => enqueueMail(trx, { kind: 'sign-up', to, language, name: person, account }));
    return { body: null };
  },
});

const confirmSignUp = publicRoute({
  name: 'confirmSignUp',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/sign-up/confirmation',
  signup: 'open',
  body: z
    .strictObject({ token, password })
    .meta({ example: { token: EXAMPLE_TOKEN, password: 'seventeen geese over Oslo' } }),
  status: 201,
  answer: z.strictObject({
    client: z.string(),
    user: z.string(),
    key: z.strictObject({ id: z.string(), key: z.string() }),
  }),
  problems: ['sign-up-closed', 'password-not-usable', 'link-not-valid', 'too-many-attempts'],
  async handle(visit) {
    const { records, throttle, body, at, address, language } = visit;
    const open = await readAddressLink(records.db, body.token, at);
    if (open?.link.purpose !== 'sign-up') return refuseLink(throttle, address);
    await throttle.link(body.token);
    requireGoodPassword(body.password, { name: `${open.link.name} ${open.link.account}`, email: open.email });
    const made = await signUp(records, { ...body, at, address, language, browser: browserOf(visit) });
    if (made === null) return refuseLink(throttle, address);
    const key = { id: made.key.id, key: made.key.text };
    return { body: { client: made.clientId, user: made.userId, key }, headers: sessionHeaders(made.session) };
  },
});

const confirmNewEmail = publicRoute({
  name: 'confirmEmail',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/email',
  body: z.strictObject({ token }).meta({ example: { token: EXAMPLE_TOKEN } }),
  status: 204,
  answer: null,
  problems: ['link-not-valid', 'too-many-attempts'],
  async handle({ records, throttle, enqueueMail, body, at, address, language }) {
    const changed = await confirmEmail(records, enqueueMail, { token: body.token, at, address, language });
    return changed === null ? refuseLink(throttle, address) : { body: null };
  },
});

const undoNewEmail = publicRoute({
  name: 'undoEmailChange',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/email/undo',
  body: z
    .strictObject({ token, password })
    .meta({ example: { token: EXAMPLE_TOKEN, password: 'seventeen geese over Oslo' } }),
  status: 204,
  answer: null,
  problems: ['password-not-usable', 'link-not-valid', 'conflict', 'too-many-attempts'],
  async handle({ records, throttle, body, at, address }) {
    const owner = await readUndo(records.db, body.token, at);
    if (owner === null) return refuseLink(throttle, address);
    await throttle.link(body.token);
    requireGoodPassword(body.password, owner);
    const undone = await undoEmailChange(records, { ...body, at, address });
    return undone ? { body: null } : refuseLink(throttle, address);
  },
});

export const linkRoutes: readonly PlatformRoute[] = [
  readLink,
  setPassword,
  requestPasswordReset,
  requestSignUp,
  confirmSignUp,
  confirmNewEmail,
  undoNewEmail,
];
