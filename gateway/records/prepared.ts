import type { CompiledQuery } from 'kysely';
import type { Reader } from './records.ts';

/** A query, or SQL text with parameters. */
interface Compilable<Row> {
  compile(db: Reader): CompiledQuery<Row>;
}

/**
 * Compiles a query once per database and then only exchanges its parameters. Building and compiling a query with Kysely
 * takes several times as long as running a short one.
 *
 * @param build builds the query. It must use each parameter as a bound value, and must not depend on their values
 * @example
 * const keyById = prepared((db, id: string) => db.selectFrom('keys').selectAll().where('id', '=', id));
 * const [key] = await keyById(db, 'key_1');
 */
export function prepared<Parameters extends readonly string[], Row>(
  build: (db: Reader, ...parameters: Parameters) => Compilable<Row>,
): (db: Reader, ...parameters: Parameters) => Promise<Row[]> {
  const known = new WeakMap<Reader, (parameters: Parameters) => CompiledQuery<Row>>();
  return async (db, ...parameters) => {
    let compiled = known.get(db);
    if (compiled === undefined) {
      compiled = compileOnce(build, db, parameters);
      known.set(db, compiled);
    }
    return (await db.executeQuery(compiled(parameters))).rows;
  };
}

function compileOnce<Parameters extends readonly string[], Row>(
  build: (db: Reader, ...parameters: Parameters) => Compilable<Row>,
  db: Reader,
  parameters: Parameters,
): (parameters: Parameters) => CompiledQuery<Row> {
  // Marks no caller can send, so that each place of a parameter is recognized.
  const marks = parameters.map((_, index) => `\0parameter ${index}`);
  const query = build(db, ...(marks as readonly string[] as Parameters)).compile(db);
  const places = query.parameters.map((value) => marks.indexOf(String(value)));
  return (given) => ({
    ...query,
    parameters: query.parameters.map((value, index) => given[places[index] ?? -1] ?? value),
  });
}
