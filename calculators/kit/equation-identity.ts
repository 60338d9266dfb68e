import type { Equation } from './sources.ts';

/**
 * The id of an equation, unique among all calculators: `sinclair-total/2025_2028`. An id keeps its formula and its
 * coefficients; others get another key.
 */
export const equationId = (calculator: string, key: string): string => `${calculator}/${key}`;

/**
 * The date of an equation, `YYYY` or `YYYY-MM-DD`: its own, else the year in which its first dated source was published;
 * `undefined` if no source has a year.
 */
export function equationDate({ date, sources }: Equation): string | undefined {
  if (date !== undefined) return date;
  for (const { citation } of sources) {
    const year = publicationYear(citation);
    if (year !== undefined) return year;
  }
  return undefined;
}

/**
 * The year of a citation: the one before the volume (`1990;51:241-247`), else the last word (`Geneva 2018`), else the
 * first year.
 */
function publicationYear(citation: string): string | undefined {
  const years = [/\b((?:1[89]|20)\d\d)(?=;)/, /\b((?:1[89]|20)\d\d)[).]*$/, /\b((?:1[89]|20)\d\d)\b/];
  for (const pattern of years) {
    const year = pattern.exec(citation)?.[1];
    if (year !== undefined) return year;
  }
  return undefined;
}
