import { LONGEST_NAME } from './shown-name.ts';

/**
 * The names closest to a mistyped one, best first: at most two slips away (or a third of the word), where a slip is a
 * letter missing, added, replaced or swapped with its neighbour. A name that continues the other one (`age_months` for
 * `age`, `waist` for `waist_circumference`) is one slip away.
 *
 * @returns at most `most` names; empty if nothing is close, or if the text is longer than any name
 */
export function nearest(typed: string, names: Iterable<string>, most = 1): string[] {
  if (typed.length > LONGEST_NAME) return [];
  const word = typed.toLowerCase();
  const allowed = Math.max(2, Math.floor(word.length / 3));
  const close: { name: string; slips: number }[] = [];
  for (const name of names) {
    if (continues(name, word) || continues(word, name)) {
      close.push({ name, slips: 1 });
      continue;
    }
    if (Math.abs(name.length - word.length) > allowed) continue;
    const slips = distance(word, name);
    if (slips <= allowed && slips < name.length) close.push({ name, slips });
  }
  return close
    .sort((a, b) => a.slips - b.slips || a.name.localeCompare(b.name, 'en'))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Whether a name of several words begins with another one. */
const continues = (longer: string, shorter: string) =>
  shorter !== '' && longer.startsWith(shorter) && '_-'.includes(longer.charAt(shorter.length) || ' ');

/** Optimal string alignment distance (Damerau-Levenshtein without repeated edits of one substring). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
