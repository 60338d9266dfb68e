import { readFileSync } from 'node:fs';

/** The version of the SDK that the gateway lends to plugins: that of the gateway. */
export const SDK_VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

type Version = readonly [major: number, minor: number, patch: number];

/**
 * Whether a version lies in a range of npm: exact versions, `^`, `~`, `>=`, `*` and `||`. Ranges of other forms are not
 * judged.
 *
 * @example inRange('1.4.0', '^1.2.0') // true
 */
export function inRange(version: string, range: string): boolean {
  return range.split('||').some((part) => inPart(versionOf(version), part.trim()));
}

function inPart(version: Version, part: string): boolean {
  const [, operator = '', rest = ''] = /^(\^|~|>=|=|)v?(\d+(?:\.\d+){0,2})$/.exec(part) ?? [];
  if (rest === '') return true;
  const bound = versionOf(rest);
  const [major, minor, patch] = version;
  const given = rest.split('.').length;
  const above = compare(version, bound) >= 0;
  if (operator === '>=') return above;
  if (operator === '^') return above && (bound[0] > 0 ? major === bound[0] : major === 0 && minor === bound[1]);
  if (operator === '~' && given > 1) return above && major === bound[0] && minor === bound[1];
  return major === bound[0] && (given < 2 || minor === bound[1]) && (given < 3 || patch === bound[2]);
}

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor, patch];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
