import { expect, it } from 'vitest';
import { inRange } from './sdk-version.ts';

// Each row by the rules of npm (https://docs.npmjs.com/cli/configuring-npm/package-json, dependencies).
it.each([
  ['^1.0.0', ['1.0.0', '1.9.3'], ['0.9.0', '2.0.0']],
  ['^1.2', ['1.2.0', '1.3.0'], ['1.1.9', '2.0.0']],
  ['^0.3.1', ['0.3.1', '0.3.9'], ['0.3.0', '0.4.0']],
  ['~1.2.3', ['1.2.3', '1.2.9'], ['1.2.2', '1.3.0']],
  ['1', ['1.0.0', '1.7.2'], ['2.0.0']],
  ['1.4.0', ['1.4.0'], ['1.4.1']],
  ['>=1.4', ['1.4.0', '3.0.0'], ['1.3.9']],
  ['^1.0.0 || ^2.0.0', ['1.0.1', '2.5.0'], ['3.0.0']],
  ['*', ['1.0.0', '9.0.0'], []],
])('the range %s includes %j and not %j', (range, inside, outside) => {
  for (const version of inside) expect(inRange(version, range), version).toBe(true);
  for (const version of outside) expect(inRange(version, range), version).toBe(false);
});
