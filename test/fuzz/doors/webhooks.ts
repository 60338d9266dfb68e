import { createHmac, sign } from 'node:crypto';
import { anyAddress } from '../callers.ts';
import { brokenBytes, jsonText, type Members, mutated } from '../json-mutations.ts';
import type { Random } from '../random.ts';
import type { Shot } from '../shot.ts';
import { strangeText } from '../strange-values.ts';
import { WEBHOOK_SECRET, type World } from '../world.ts';
import type { Door } from './door.ts';

/** Events of Stripe and of secret scanners, signed and unsigned. A correctly signed event may still hold anything. */
export const webhookDoor: Door = {
  name: 'webhooks',
  weight: 2,
  shot(random, world) {
    return random.chance(0.5) ? stripeEvent(random) : leakReport(random, world);
  },
};

function stripeEvent(random: Random): Omit<Shot, 'door'> {
  const object: Members = {
    payment_status: 'paid',
    amount_total: 2_000,
    amount: 2_000,
    amount_refunded: 500,
    currency: 'eur',
    id: 'dp_1',
    payment_intent: random.pick([null, 'pi_1', strangeText(random)]),
    metadata: { payment: random.pick(['pay_0000000000000000000000', '', '__proto__']) },
  };
  const type = random.pick([
    'checkout.session.completed',
    'checkout.session.expired',
    'charge.refunded',
    'charge.dispute.funds_withdrawn',
    'x',
  ]);
  const inner = random.chance(0.3) ? jsonText(mutated(random, object)) : JSON.stringify(object);
  const text = `{"type":${JSON.stringify(type)},"data":{"object":${inner}}}`;
  const body = random.chance(0.85) ? Buffer.from(text) : brokenBytes(random, text);
  const time = Math.floor(Date.now() / 1_000);
  const signed = random.chance(0.7);
  const proof = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.`).update(body).digest('hex');
  const header = signed
    ? `t=${time},v1=${proof}`
    : random.pick([`t=${time - 9_999},v1=${proof}`, 't=,v1=', `t=${time},v1=00`, '']);
  return {
    method: 'POST',
    target: '/platform/v1/webhooks/stripe',
    headers: ['Content-Type', 'application/json', 'Stripe-Signature', header, ...anyAddress(random)],
    body,
    ...(signed ? {} : { mustFail: 'a webhook without a signature' }),
    secrets: [WEBHOOK_SECRET],
  };
}

function leakReport(random: Random, { tenants, reporter }: World): Omit<Shot, 'door'> {
  // Ends the keys of the last tenant, which the run may never reach.
  const known = tenants.at(-1)?.people[2]?.key.text ?? '';
  const token = random.pick([known, 'vg_live_nothing', strangeText(random)]);
  const finding: Members = {
    token,
    type: 'vitalgate',
    url: random.pick(['https://git.example.com/x', strangeText(random)]),
  };
  const one = random.chance(0.3) ? jsonText(mutated(random, finding)) : JSON.stringify(finding);
  const text = `[${Array.from({ length: random.pick([0, 1, 1, 3]) }, () => one).join(',')}]`;
  const body = random.chance(0.85) ? Buffer.from(text) : brokenBytes(random, text);
  const signed = random.chance(0.7);
  const proof = sign('sha256', signed ? body : Buffer.from('[]'), reporter).toString('base64');
  const forged = !signed && !body.equals(Buffer.from('[]'));
  return {
    method: 'POST',
    target: '/platform/v1/leaked-keys',
    headers: [
      'Content-Type',
      'application/json',
      'Github-Public-Key-Identifier',
      'fuzz',
      'Github-Public-Key-Signature',
      proof,
      ...anyAddress(random),
    ],
    body,
    ...(forged ? { mustFail: 'a report with a wrong signature' } : {}),
    secrets: [known],
  };
}
