import type { Random } from './random.ts';
import { strangeText, strangeValue } from './strange-values.ts';

export type Members = Record<string, unknown>;

/** Members as a list, so that a name can repeat and `__proto__` is a name like any other. */
type Pairs = (readonly [string, unknown])[];

/** An object with one mistake: a value of another kind, an extra member, a missing one, or one under another name. */
export function mutated(random: Random, members: Members): Pairs {
  const pairs: Pairs = Object.entries(members);
  const at = random.below(pairs.length);
  const [name = 'x', value] = pairs[at] ?? [];
  const kind = random.next();
  if (kind < 0.4) pairs[at] = [name, strangeValue(random)];
  else if (kind < 0.5) pairs.splice(at, 1);
  else if (kind < 0.6) pairs[at] = [mistyped(random, name), value];
  else if (kind < 0.75) pairs.push([strangeName(random), strangeValue(random)]);
  else if (kind < 0.85) pairs.push([name, value]);
  else if (kind < 0.9) pairs[at] = [name, [value, value]];
  else if (kind < 0.95) pairs[at] = [name, String(value)];
  else for (let extra = 0; extra < 40; extra++) pairs.push([`${name}${extra}`, value]);
  return pairs;
}

/** The JSON text of members that may repeat. */
export function jsonText(pairs: Pairs): string {
  return `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`;
}

/** The bytes of a corrupted JSON text: cut off, not UTF-8, lone surrogates, numbers that JSON does not have. */
export function brokenBytes(random: Random, text: string): Buffer {
  const kind = random.next();
  if (kind < 0.2) return Buffer.from(text.slice(0, random.below(text.length)));
  if (kind < 0.35) return flipped(random, Buffer.from(text));
  if (kind < 0.45) return Buffer.from(text.replace(/"(?=[},])/, '\\ud800"'));
  if (kind < 0.55)
    return Buffer.from(text.replace(/:[^,}]*/, random.pick([':NaN', ':Infinity', ':-', ':01', ':1e400', ":'x'"])));
  if (kind < 0.65) return Buffer.from(`\ufeff${text}`);
  if (kind < 0.75) return Buffer.from(text.replace('}', ',}'));
  if (kind < 0.85) return Buffer.from(`${'['.repeat(random.pick([10, 1_000, 20_000]))}${text}`);
  if (kind < 0.95) return Buffer.from(text + ' '.repeat(random.pick([1, 1_000, 65_000, 66_000])));
  return Buffer.from(random.pick(['', 'null', '[]', '""', '0', '{', '\u0000', '{"a":1}{"a":1}', '<x/>']));
}

function flipped(random: Random, bytes: Buffer): Buffer {
  if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

function mistyped(random: Random, name: string): string {
  const at = random.below(name.length);
  return random.pick([
    name.toUpperCase(),
    name.slice(0, at) + name.slice(at + 1),
    ` ${name}`,
    `${name}[]`,
    `${name}\u0000`,
  ]);
}

export function strangeName(random: Random): string {
  return random.chance(0.5)
    ? random.pick(['__proto__', 'constructor', 'prototype', 'weihgt', 'method', 'apikey', 'lang', 'units', ''])
    : strangeText(random);
}
