import type { RunReport } from './run.ts';

const CLASSES = ['2xx', '3xx', '4xx', '429', '5xx', '0xx'] as const;

/** The human-readable report. */
export function reportText(
  { doors, violations, violationCount, seconds, memory, ownStall, units }: RunReport,
  seed: number,
): string {
  const rows = doors
    .toSorted((a, b) => b.calls - a.calls)
    .map(({ name, calls, byClass, times, slowest }) => [
      name,
      String(calls),
      ...CLASSES.map((kind) => share(byClass.get(kind) ?? 0, calls)),
      `${times.quantile(0.99).toFixed(1)} ms`,
      `${slowest.ms.toFixed(0)} ms`,
      `#${slowest.call} ${slowest.what}`.slice(0, 100),
    ]);
  const head = [
    'door',
    'calls',
    ...CLASSES.map((kind) => (kind === '0xx' ? 'none' : kind)),
    'p99',
    'slowest',
    'request',
  ];
  const calls = doors.reduce((sum, door) => sum + door.calls, 0);
  const good = doors.reduce((sum, { byClass }) => sum + (byClass.get('2xx') ?? 0), 0);
  return [
    columns([head, ...rows]),
    '',
    `${calls} calls in ${seconds.toFixed(1)} s (${Math.round(calls / seconds)}/s), ${share(good, calls)} of them 2xx, ${units} units, seed ${seed}`,
    `memory of the gateway: ${memory.warm.toFixed(0)} MB warm, ${memory.end.toFixed(0)} MB at the end; longest stall of the fuzzer itself ${ownStall.toFixed(0)} ms`,
    `${violationCount} answers break an invariant`,
    ...violations.map(
      ({ call, door, what, request, answer }) =>
        `\n#${call} at ${door}: ${what}\n${indented(request)}\n  ->\n${indented(answer)}\n  again: npm run fuzz -- --seed ${seed} --from ${call} --calls 1`,
    ),
  ].join('\n');
}

function share(count: number, of: number): string {
  return of === 0 ? '-' : `${((count / of) * 100).toFixed(count > 0 && count / of < 0.001 ? 4 : 1)}%`;
}

function indented(text: string): string {
  return text
    .replace(/[^\n\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
