// A user puts control characters into text that other people read: an ESC sequence in a key's name rewrites the
// operator's terminal when the command line lists keys, a right-to-left override makes a name read as another one, a
// line separator splits a log line in two. Names refused some of them; references, notes and applications refused none.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, firstAdmin } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

const HOSTILE = {
  'an escape sequence': '\u001b[2J',
  'a line feed': '\n',
  'a C1 control': '\u009b31m',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a byte order mark': '\ufeff',
  'a right-to-left override': '\u202e',
  'an isolate': '\u2067',
  'half a surrogate pair': '\ud83d',
};

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  gateway = await startTestGateway();
  admin = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

/** Every free-text input of the platform: the field, and a call that sets it. */
const INPUTS: Record<string, (text: string) => [string, string, object?]> = {
  'name of a user': (name) => ['POST', '/platform/v1/users', { name, role: 'developer' }],
  'name of the own user': (name) => ['PATCH', '/platform/v1/me', { name }],
  'name of the account': (name) => ['PATCH', '/platform/v1/client', { name }],
  'name of a key': (name) => ['POST', '/platform/v1/keys', { name, environment: 'test' }],
  'application of a key': (application) => [
    'POST',
    '/platform/v1/keys',
    { name: 'k', environment: 'test', application },
  ],
  'calculator of a key': (text) => [
    'POST',
    '/platform/v1/keys',
    { name: 'k', environment: 'test', calculators: [text] },
  ],
  'reference of a top-up': (reference) => ['POST', '/platform/v1/top-ups', { credits: 1, reference }],
  'note of a top-up': (note) => ['POST', '/platform/v1/top-ups', { credits: 1, reference: 'r', note }],
  'plan that is chosen': (plan) => ['PUT', '/platform/v1/plan', { plan }],
  'confirmation of a deletion': (confirm) => ['POST', '/platform/v1/client/deletion', { confirm }],
  'record of the audit': (text) => ['GET', `/platform/v1/audit?record=${encodeURIComponent(text)}`],
  'actor of the audit': (text) => ['GET', `/platform/v1/audit?actor=${encodeURIComponent(text)}`],
};

it.each(Object.entries(INPUTS))('%s refuses control characters and characters that reverse text', async (_, call) => {
  for (const [what, hostile] of Object.entries(HOSTILE)) {
    // A query is always well-formed: it cannot hold half a surrogate pair.
    if (!hostile.isWellFormed() && call('').at(0) === 'GET') continue;
    const { status, body } = await admin.call(...call(`a${hostile}b`));
    expect({ what, status, errors: body.errors?.length }).toEqual({ what, status: 400, errors: 1 });
  }
});

it('a harmful character is refused, and never trimmed away silently', async () => {
  for (const name of ['a\n', '\ufeffa', 'a\u2028', '\u001ba']) {
    expect((await admin.call('PATCH', '/platform/v1/me', { name })).status).toBe(400);
  }
});

it('names that need joiners are stored unchanged: Hindi, Persian, emoji', async () => {
  for (const name of ['क्\u200dष', 'می\u200cخواهم', '👩\u200d👩\u200d👧', 'Zoë O’Hara', 'أحمد']) {
    const made = await admin.call('POST', '/platform/v1/users', { name, role: 'developer' });
    expect(made).toMatchObject({ status: 201, body: { user: { name } } });
  }
});
