import { type Measured, type MeasuredRow, type MissingRow, PACED_SHARE, type Round } from './rounds.ts';
import type { Row } from './row.ts';
import { type Summary, summarize } from './statistics.ts';

/**
 * The result as Markdown: medians over the rounds with (min-max). "of bare" is bare's CPU per call divided by the
 * row's, in the same round: 50 % means twice the CPU of bare. "On one core" is the rate of answers if all the work of a
 * call, in the server and behind it, ran on one core.
 * A row that did not run gives the reason instead of its server.
 * The names of the first eight columns never change, because scripts find a figure by them. Those after "what" are the
 * latency at a fixed rate, the memory after a round, the time of the start, and the time that the host took at that rate.
 */
export function table(rows: readonly Row[], measured: Measured): string {
  const first = measured.get('bare');
  const bare = first === undefined || 'missing' in first ? [] : first.rounds;
  const lines = rows.flatMap((row) => {
    const result = measured.get(row.name);
    if (result === undefined) return [];
    return ['missing' in result ? notRun(row, result) : cells(row, result, bare)];
  });
  const rate = `at ${100 * PACED_SHARE} %`;
  const head = [
    'row',
    'CPU µs a call',
    'of bare',
    'calls a second',
    'p99 ms',
    'µs behind it',
    'calls a second on one core',
    'what',
    `p50 ms ${rate}`,
    `p99 ms ${rate}`,
    `p99.9 ms ${rate}`,
    'memory MB',
    'start ms',
    `stolen % ${rate}`,
  ];
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** The cells before "what" and after it are empty. */
function notRun({ name }: Row, { missing }: MissingRow): string[] {
  return [
    name,
    ...Array<string>(6).fill(''),
    `did not run: ${missing.replaceAll('|', '/')}`,
    ...Array<string>(6).fill(''),
  ];
}

function cells(row: Row, { rounds, startMs }: MeasuredRow, bare: readonly Round[]): string[] {
  const ratios = rounds.flatMap(({ cpu }, index) => (bare[index] === undefined ? [] : [(100 * bare[index].cpu) / cpu]));
  return [
    row.name,
    spread(
      rounds.map(({ cpu }) => cpu),
      1,
    ),
    ratios.length === 0 ? '' : `${spread(ratios, 1)} %`,
    spread(
      rounds.map(({ callsPerSecond }) => callsPerSecond),
      0,
    ),
    spread(
      rounds.map(({ p99 }) => p99),
      2,
    ),
    rounds.some(({ cpuBehind }) => cpuBehind > 0)
      ? spread(
          rounds.map(({ cpuBehind }) => cpuBehind),
          1,
        )
      : '',
    spread(
      rounds.map(({ cpu, cpuBehind }) => 1_000_000 / (cpu + cpuBehind)),
      0,
    ),
    row.about,
    spread(
      rounds.map(({ paced }) => paced.p50),
      2,
    ),
    spread(
      rounds.map(({ paced }) => paced.p99),
      2,
    ),
    spread(
      rounds.map(({ paced }) => paced.p999),
      2,
    ),
    spread(
      rounds.map(({ memory }) => memory / 1_000_000),
      0,
    ),
    startMs.toFixed(0),
    spread(
      rounds.map(({ stolen }) => stolen),
      1,
    ),
  ];
}

function spread(values: readonly number[], digits: number): string {
  const { median, min, max }: Summary = summarize(values);
  const shown = (value: number): string => value.toFixed(digits);
  return `**${shown(median)}** (${shown(min)}-${shown(max)})`;
}
