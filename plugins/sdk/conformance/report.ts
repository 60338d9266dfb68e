import type { CheckResult } from './check-plugin.ts';

/** Most failures of one check that are reported; more of the same would not help. */
const MOST_TOLD = 3;

/** The report of a run, line by line: the endpoints that pass, and for the others each failure with its fix. */
export function reportLines(results: readonly CheckResult[]): string[] {
  const lines: string[] = [];
  for (const [path, checks] of Map.groupBy(results, (result) => result.path)) {
    const failing = checks.filter(({ failures }) => failures.length > 0);
    if (failing.length === 0) {
      lines.push(`ok    ${path}  ${checks.length === 1 ? '1 check' : `${checks.length} checks`}`);
      continue;
    }
    lines.push(`FAILS ${path}  ${failing.length} of ${checks.length} checks`);
    for (const { check, failures, mend } of failing) {
      for (const failure of failures.slice(0, MOST_TOLD)) lines.push(`  ${check}: ${failure}`);
      if (failures.length > MOST_TOLD) lines.push(`  ${check}: and ${failures.length - MOST_TOLD} more`);
      lines.push(`    mend: ${mend}`);
    }
  }
  return lines;
}
