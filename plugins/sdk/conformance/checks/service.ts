import type { ServiceCheck } from '../calls/check.ts';
import { membersOf } from '../calls/exchange.ts';
import { problemFailures } from '../calls/problem.ts';

export const paths: ServiceCheck = {
  name: 'paths',
  mend: 'Answer under the exact paths of the manifest; any other is 404 unknown-calculator.',
  async *failures({ path, ask }) {
    for (const other of [`${path}-no-such-calculator`, `${path}/`, path.toUpperCase()]) {
      const { answer, told } = await ask({ path: other });
      const { code } = membersOf(answer);
      if (answer.status !== 404) yield `${told} was answered ${answer.status}, expected 404 unknown-calculator`;
      else if (code !== 'unknown-calculator') yield `${told}: code is ${JSON.stringify(code)}`;
    }
  },
};

export const methods: ServiceCheck = {
  name: 'methods',
  mend: 'Answer a method that the manifest does not name with 405 method-not-allowed; Allow names those that it does.',
  async *failures({ manifest, ask }) {
    for (const method of [
      'DELETE',
      'PUT',
      'PATCH',
      ...['GET', 'POST'].filter((one) => !manifest.methods.includes(one)),
    ]) {
      const exchange = await ask({ method });
      yield* problemFailures(exchange, { status: 405, code: 'method-not-allowed' });
      const allowed = (exchange.answer.headers.allow ?? '').split(',').map((one) => one.trim());
      if (allowed.toSorted().join() !== manifest.methods.toSorted().join()) {
        yield `${exchange.told}: Allow is "${allowed.join(', ')}", expected "${manifest.methods.join(', ')}"`;
      }
    }
  },
};
