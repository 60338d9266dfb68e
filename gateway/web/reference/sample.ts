import { requestSamples, type Sample, type SampleRequest } from '../frame/request-samples.ts';
import type { Media, Operation, Parameter, Resolve, Schema } from './document.ts';

/** The call of an operation as programs, with its required inputs. */
export function samplesOf(operation: Operation, baseUrl: string, resolve: Resolve): Sample[] {
  const { method, path, parameters, body, responses } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (place, name) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    const value = parameter && exampleOf(parameter, resolve);
    return value === undefined ? place : encodeURIComponent(value);
  });
  const query = parameters.flatMap((one) => {
    const value = one.in === 'query' && one.required ? exampleOf(one, resolve) : undefined;
    return value === undefined ? [] : [[one.name, value] as [string, string]];
  });
  const example = body && bodyExample(body, resolve);
  const success = responses.find(({ status }) => status.startsWith('2'));
  return requestSamples({
    method,
    address: `${baseUrl}${filled}${query.length === 0 ? '' : `?${new URLSearchParams(query)}`}`,
    headers: headersOf(operation),
    ...(example !== undefined && { json: JSON.stringify(example), python: python(example) }),
    answersJson: success?.content?.['application/json'] !== undefined,
  });
}

/** A change by a user needs the token of the session besides its cookie. */
function headersOf({ access, method }: Operation): SampleRequest['headers'] {
  if (access === 'open') return [];
  if (access !== 'session') return [{ name: 'X-API-Key', variable: 'KEY' }];
  const cookie = { name: 'Cookie', variable: 'SESSION', before: '__Host-vitalgate=' };
  return method === 'GET' ? [cookie] : [cookie, { name: 'X-CSRF-Token', variable: 'CSRF_TOKEN' }];
}

/** The example of a parameter as text, else its default or its first allowed value. */
export function exampleOf({ example, schema }: Parameter, resolve: Resolve): string | undefined {
  const found = schema && resolve(schema);
  const value = example ?? found?.example ?? found?.default ?? found?.enum?.[0];
  return value === undefined ? undefined : String(value);
}

/** The first example of a body. */
export function bodyExample({ example, examples, schema }: Media, resolve: Resolve): unknown {
  const [first] = Object.values(examples ?? {});
  return example ?? first?.value ?? (schema && (resolve(schema) as Schema).example);
}

/** JSON as a Python expression. */
function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${python(inner)}`)
    .join(', ')}}`;
}
