import { fileURLToPath } from 'node:url';
import { newCalculator } from './calculator.ts';
import { NameRefused } from './names.ts';
import { newStep } from './step.ts';

const USAGE = `Usage: npm run new -- calculator <family>/<name>
       npm run new -- step <name>

calculator   writes calculators/<family>/<name>.ts, its test, and its texts in all eight languages
step         writes gateway/request/steps/<name>.ts and its test: a step of the request pipeline

Every place to fill in is marked TODO. The tests name the marks that are left.
`;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const WRITERS: Readonly<Record<string, (root: string, name: string) => string>> = {
  calculator: newCalculator,
  step: newStep,
};

const [kind = '', name, ...more] = process.argv.slice(2);
const write = Object.hasOwn(WRITERS, kind) ? WRITERS[kind] : undefined;

if (write === undefined || name === undefined || more.length > 0) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(write(ROOT, name));
  } catch (error) {
    if (!(error instanceof NameRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
