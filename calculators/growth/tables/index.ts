import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { type ListedTable, type LmsTable, listedTable, type SteppedTable, steppedTable } from './lms-table.ts';

/** Tables of the World Health Organization, of equal steps. */
export type WhoTable =
  | 'who-weight-for-age'
  | 'who-height-for-age'
  | 'who-bmi-for-age'
  | 'who-head-circumference-for-age'
  | 'who-arm-circumference-for-age'
  | 'who-triceps-skinfold-for-age'
  | 'who-subscapular-skinfold-for-age'
  | 'who-weight-for-length'
  | 'who-weight-for-height'
  | 'who-2007-bmi-for-age'
  | 'who-2007-height-for-age'
  | 'who-2007-weight-for-age';

/** Tables of the Centers for Disease Control and Prevention. */
export type CdcTable =
  | 'cdc-bmi-for-age'
  | 'cdc-stature-for-age'
  | 'cdc-weight-for-age'
  | 'cdc-infant-weight-for-age'
  | 'cdc-infant-length-for-age'
  | 'cdc-head-circumference-for-age'
  | 'cdc-weight-for-length'
  | 'cdc-weight-for-stature';

export type Sex = 'male' | 'female';

const require = createRequire(import.meta.url);
/** `.ts` here, `.js` in the published package. */
const EXTENSION = extname(import.meta.url);
const ready = new Map<string, LmsTable>();

/** A table of one sex. Its figures are read when they are first asked for: most processes need few of them. */
export function tableOf(name: WhoTable | CdcTable, sex: Sex): LmsTable {
  const id = `${name} ${sex}`;
  const known = ready.get(id);
  if (known) return known;
  const { table }: { readonly table: SteppedTable | ListedTable } = require(`./${name}${EXTENSION}`);
  const made = 'step' in table ? steppedTable(table, table[sex]) : listedTable(table[sex]);
  ready.set(id, made);
  return made;
}
