import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Calculator } from '../../calculators/kit/index.ts';
import { builtIn } from '../../calculators/testing/built-in.fixture.ts';
import { casesOf, writeCases } from './cases.ts';
import { pointsOf } from './points.ts';
import { type Python, PythonEnded, startPython } from './python.ts';
import { compareAt, type Row } from './run.ts';

// Compares every calculator with its second implementation in Python, or the named ones:
//   npm run reference -- bmi egfr --points 1000
//   npm run reference -- bmi --write     writes the reference cases of bmi

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    points: { type: 'string', default: '10000' },
    write: { type: 'boolean', default: false },
  },
});

const unknown = positionals.find((name) => !builtIn.some((calculator) => calculator.name === name));
if (unknown !== undefined) throw new Error(`no calculator ${unknown}`);
const chosen = builtIn.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const count = Number(values.points);

/** Shares of the points that must have an answer, in all and by each method: refusals compare no number. */
const ANSWERED = 0.1;
const ANSWERED_BY_METHOD = 0.005;

try {
  await (values.write ? write() : compareAll());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function write(): Promise<void> {
  const python = await startPython();
  try {
    for (const calculator of chosen) if (casesOf(calculator).length > 0) await writeCases(calculator, python);
  } finally {
    python.end();
  }
}

async function compareAll(): Promise<void> {
  const started = performance.now();
  const queue = chosen.values();
  const rows: Row[] = [];
  const failures: string[] = [];
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const python = await startPython();
      for (const calculator of queue) {
        try {
          const row = await compareOne(calculator, python);
          rows.push(row);
          failures.push(...mistakesOf(row));
        } catch (error) {
          if (error instanceof PythonEnded) throw error;
          failures.push(`${calculator.name}: ${error instanceof Error ? error.message : error}`);
        }
      }
      python.end();
    }),
  );
  rows.sort((one, other) => one.calculator.localeCompare(other.calculator));
  console.log('calculator | points | refused | worst relative difference | differing points\n---|---|---|---|---');
  for (const { calculator, points, refused, worst, differing } of rows) {
    console.log(`${calculator} | ${points} | ${refused} | ${worst.toExponential(1)} | ${differing}`);
  }
  const points = rows.reduce((sum, row) => sum + row.points, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n${rows.length} of ${chosen.length} calculators, ${points} points, ${seconds} s`);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

function compareOne(calculator: Calculator, python: Python): Promise<Row> {
  const cases = casesOf(calculator).map(({ input }) => input);
  return compareAt(calculator, pointsOf(calculator, count, cases), python);
}

function mistakesOf({ calculator, points, refused, answeredBy, differing, differences }: Row): string[] {
  const mistakes = differences.map((difference) => `${calculator}: ${difference}`);
  if (differing > differences.length)
    mistakes.push(`${calculator}: ${differing - differences.length} more points differ`);
  if (points - refused < points * ANSWERED) mistakes.push(`${calculator}: only ${points - refused} answers`);
  for (const [method, answered] of answeredBy) {
    if (answered < points * ANSWERED_BY_METHOD) mistakes.push(`${calculator}: only ${answered} answers by ${method}`);
  }
  return mistakes;
}
