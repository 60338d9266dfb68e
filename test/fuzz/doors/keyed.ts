import { anyAddress, type Caller } from '../callers.ts';
import type { Random } from '../random.ts';
import { headerValue } from '../shot.ts';
import { strangeText } from '../strange-values.ts';

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'ja', 'hi', 'ar', 'pt-BR', 'zh', 'EN', '*', 'de-AT, en;q=0.5', ''];

/** A caller, with optional headers. */
export function callerHeaders(random: Random, { headers }: Caller): string[] {
  const all = [...headers];
  if (!headers.includes('X-Forwarded-For')) all.push(...anyAddress(random));
  if (random.chance(0.2))
    all.push('Accept-Language', random.chance(0.8) ? random.pick(LANGUAGES) : languageHeader(random));
  if (random.chance(0.05)) all.push(...strangeHeader(random));
  return all;
}

/** Values for `lang`, `units` and `detail`. */
export function controls(random: Random): [string, string][] {
  const pairs: [string, string][] = [];
  if (random.chance(0.15))
    pairs.push(['lang', random.chance(0.92) ? random.pick(LANGUAGES.slice(0, 9)) : strangeText(random)]);
  if (random.chance(0.06))
    pairs.push(['units', random.pick(['metric', 'metric', 'metric', 'imperial', 'Imperial', ''])]);
  if (random.chance(0.15))
    pairs.push(['detail', random.pick(['full', 'full', 'full', 'full', 'standard', 'standard', 'FULL'])]);
  return pairs;
}

function languageHeader(random: Random): string {
  const tags = Array.from(
    { length: 1 + random.below(40) },
    () => `${random.pick(LANGUAGES)};q=${random.next().toFixed(3)}`,
  );
  return headerValue(random.pick([tags.join(','), strangeText(random), ',;q=,,', '*;q=0', 'en;q=NaN']));
}

function strangeHeader(random: Random): [string, string] {
  const name = random.pick([
    'traceparent',
    'X-Gateway-Client',
    'X-Forwarded-Host',
    'Origin',
    'Accept',
    'Range',
    'If-None-Match',
    'X-HTTP-Method-Override',
    'X-Original-URL',
    'Forwarded',
    'Cookie',
    'TE',
  ]);
  return [name, headerValue(strangeText(random))];
}
