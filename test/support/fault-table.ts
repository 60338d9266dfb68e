import { basename, dirname } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { FaultRow } from './fault-row.ts';

/**
 * Prints what the fault tests of a run have seen, as a Markdown table of scenario, promise and observed. A fault test
 * without a row of its own is its own promise: its suites are the scenario.
 */
export default class FaultTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap((module) => [...module.children.allTests()].flatMap(rowsOf));
    if (rows.length > 0) console.log(`\n${faultTable(rows)}`);
  }
}

/** @example faultTable([{ scenario: 'Redis is killed', promise: 'all calls count', observed: '0 lost' }]) */
export function faultTable(rows: readonly FaultRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(['scenario', 'promise', 'observed']),
    '|---|---|---|',
    ...rows.map(({ scenario, promise, observed }) => line([scenario, promise, observed])),
  ].join('\n');
}

function rowsOf(test: TestCase): readonly FaultRow[] {
  const { state } = test.result();
  if (state === 'skipped') return [];
  const rows = test.meta().faults ?? (isFaultTest(test) ? [rowOf(test)] : []);
  return state === 'failed' ? rows.map((row) => ({ ...row, observed: `BROKEN: ${row.observed}` })) : rows;
}

function isFaultTest({ module }: TestCase): boolean {
  return basename(dirname(module.moduleId)) === 'faults';
}

function rowOf(test: TestCase): FaultRow {
  const suites = test.fullName.split(' > ').slice(0, -1);
  const scenario = suites.length > 0 ? suites.join(' ') : basename(test.module.moduleId, '.test.ts');
  return { scenario, promise: test.name, observed: test.result().state === 'passed' ? 'holds' : 'no figure' };
}
