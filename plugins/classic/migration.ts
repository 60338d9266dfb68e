import { type Calculator, CONTROLS } from '../sdk/index.ts';
import type { ClassicEndpoint } from './endpoint.ts';

/**
 * Writes the guide from the classic API to v1 from the endpoints and the calculators themselves. For every endpoint it
 * lists the replacement of each parameter and field.
 *
 * @throws RangeError if a classic endpoint names something that v1 lacks, or omits a parameter or field of its own
 */
export function migrationGuide(endpoints: readonly ClassicEndpoint[], v1: readonly Calculator[]): string {
  return [INTRODUCTION, ...endpoints.map((endpoint) => section(endpoint, v1))].join('\n');
}

const INTRODUCTION = `# From the classic API to v1

v1 is at \`/api/v1\`. Call it with an API key, by GET, or by POST with the same fields as JSON; there are no \`/post\`
twins. Answers hold numbers, a key and a label for every class, and the inputs in \`profile\`. With \`units=imperial\` it
takes lb and in. Errors are problems of RFC 9457. Unknown parameters are refused. [The API](api.md) describes the
rest, and [the classic API](classic.md) its own endpoints.

A test generates this page from both APIs: do not edit it.
`;

function section(endpoint: ClassicEndpoint, v1: readonly Calculator[]): string {
  const { path, post, postOnly, title, successor } = endpoint;
  const calculator = successor.path === null ? null : calculatorNamed(successor.path, v1);
  requireSame(path, 'parameters', Object.keys(endpoint.parameters), Object.keys(successor.parameters));
  requireSame(path, 'fields', fieldsOf(endpoint), Object.keys(successor.fields));
  const addresses = [
    ...(postOnly ? [] : [`GET /classic/${path}`]),
    ...(post === undefined ? [] : [`POST /classic/${post}`]),
  ];
  const target = calculator
    ? `\`/api/v1/${calculator.name}\``
    : 'nothing in this release; keep calling the classic API';
  const parameters = Object.entries(successor.parameters).map(([classic, name]) =>
    row('parameter', classic, name === null ? null : parameterOf(calculator, name)),
  );
  const fields = Object.entries(successor.fields).map(([classic, member]) =>
    row('field', classic, member === null ? null : memberOf(calculator, member)),
  );
  const notes = successor.notes?.map((note) => `- ${note}`) ?? [];
  return [
    `## ${title}`,
    '',
    `${addresses.map((address) => `\`${address}\``).join(', ')} → ${target}`,
    '',
    '| | Classic | v1 |',
    '|---|---|---|',
    ...parameters,
    ...fields,
    '',
    ...(notes.length > 0 ? [...notes, ''] : []),
  ].join('\n');
}

const row = (kind: string, classic: string, v1: string | null) => `| ${kind} | \`${classic}\` | ${v1 ?? '–'} |`;

function calculatorNamed(name: string, v1: readonly Calculator[]): Calculator {
  const found = v1.find((calculator) => calculator.name === name);
  if (found === undefined) throw new RangeError(`v1 has no calculator ${name}`);
  return found;
}

function parameterOf(calculator: Calculator | null, name: string): string {
  if ((CONTROLS as readonly string[]).includes(name)) return `\`${name}\``;
  const field = calculator?.fields.find((one) => one.name === name);
  if (field === undefined) throw new RangeError(`${calculator?.name} has no parameter ${name}`);
  return `\`${name}\`${field.required ? '' : ' (optional)'}`;
}

/** A member of the answers. The calculator's own examples must show that it exists. */
function memberOf(calculator: Calculator | null, path: string): string {
  const bodies = calculator?.examples.map(({ input }) => {
    return calculator.answer(input);
  });
  const holds = (body: unknown) =>
    path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], body) !== undefined;
  if (!bodies?.some((answer) => 'body' in answer && holds(answer.body))) {
    throw new RangeError(`the answers of ${calculator?.name} have no ${path}`);
  }
  return `\`${path}\``;
}

/** The fields of a classic answer; a field inside another one by its path. */
function fieldsOf({ answerTo, example }: ClassicEndpoint): string[] {
  const raw = new Map(Object.entries(example).map(([name, value]) => [name, String(value)]));
  return Object.entries(answerTo(raw)).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
  );
}

function requireSame(path: string, what: string, here: readonly string[], there: readonly string[]): void {
  const different = [...new Set(here).symmetricDifference(new Set(there))];
  if (different.length > 0) throw new RangeError(`${path}: ${what} ${different.join(', ')} stand on one side only`);
}
