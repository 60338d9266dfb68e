import { anyAddress } from '../callers.ts';
import { jsonText, mutated } from '../json-mutations.ts';
import { strangeText } from '../strange-values.ts';
import { posted } from './calculators.ts';
import type { Door } from './door.ts';

/** Sign-ins of a user with a password. Each hashes one, so they are few. */
export const signInDoor: Door = {
  name: 'sign-in',
  weight: 0.3,
  shot(random, { signer }) {
    const right = random.chance(0.4);
    const password = right ? signer.password : random.pick(['wrong-password-of-mine', strangeText(random)]);
    const members = { email: right || random.chance(0.3) ? signer.email : 'nobody@example.com', password };
    const pairs = random.chance(0.2) ? mutated(random, members) : Object.entries(members);
    return {
      method: 'POST',
      target: '/platform/v1/session',
      ...posted(random, jsonText(pairs), anyAddress(random)),
      ...(right ? {} : { mustFail: 'a wrong password' }),
      operation: 'POST /platform/v1/session',
      secrets: [signer.password],
    };
  },
};
