import type { ServiceCheck } from '../calls/check.ts';
import { membersOf } from '../calls/exchange.ts';
import type { Forgery } from '../calls/over-http.ts';

/** Calls that the gateway did not make, or made differently. */
function forgeries(now: number): Readonly<Record<string, Forgery>> {
  return {
    'without signature': { sent: { signature: undefined } },
    'without any header of the gateway': {
      sent: {
        signature: undefined,
        time: undefined,
        client: undefined,
        requestId: undefined,
        language: undefined,
        authenticated: undefined,
      },
    },
    'with an empty signature': { sent: { signature: '' } },
    'with a wrong signature': { sent: { signature: `v1=${'0'.repeat(64)}` } },
    'with a signature that is cut off': { sent: { signature: 'v1=0' } },
    'signed for another plugin': { plugin: 'no-such-plugin' },
    'signed two minutes ago': { signed: { time: now - 120 } },
    'signed two minutes from now': { signed: { time: now + 120 } },
    'signed at an invalid time': { sent: { time: 'now' } },
    'signed for another path': { signed: { target: '/' } },
    'signed for another method': { signed: { method: 'DELETE' } },
    'with another client than was signed': { sent: { client: 'somebody-else' } },
    'with another request id than was signed': { sent: { requestId: 'another' } },
    'with another language than was signed': { signed: { language: 'ja' }, sent: { language: 'en' } },
    'vouched for with a changed header': { signed: { authenticated: false }, sent: { authenticated: 'true' } },
  };
}

export const signature: ServiceCheck = {
  name: 'signature',
  mend:
    'Verify X-Gateway-Signature over method, path with query, and every X-Gateway header as they came; refuse a call ' +
    'that is not signed so with 401, or answer it with authenticated false.',
  async *failures({ good, call }, service) {
    const { call: honest, told } = await call(good);
    for (const [how, forgery] of Object.entries(forgeries(Math.floor(Date.now() / 1_000)))) {
      const answer = await service.ask(honest, forgery);
      const { authenticated } = Object(membersOf(answer)._api_metadata_) as { authenticated?: unknown };
      const harmless = answer.status === 401 || (answer.status === 200 && authenticated === false);
      if (!harmless) {
        yield `${told} ${how} was answered ${answer.status} with authenticated ${String(authenticated)}`;
      }
    }
    const anonymous = await service.ask(honest, { signed: { authenticated: false } });
    const { authenticated } = Object(membersOf(anonymous)._api_metadata_) as { authenticated?: unknown };
    if (anonymous.status !== 200 || authenticated !== false) {
      yield `${told} signed with authenticated false was answered ${anonymous.status} with ${String(authenticated)}`;
    }
  },
};
