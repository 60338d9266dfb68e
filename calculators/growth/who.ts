import { OutsideValidity } from '../kit/index.ts';
import { type ChildAge, DAYS_PER_MONTH } from './child.ts';
import { type Sex, tableOf, type WhoTable } from './tables/index.ts';
import type { Lms } from './tables/lms.ts';

/** The last day of the Child Growth Standards. The Reference 2007 follows. */
const LAST_DAY = 1826;

/** The tables of a measure: by day to five years, and by month from there on where WHO has them. */
export interface WhoTables {
  readonly byDay: WhoTable;
  readonly byMonth?: { readonly table: WhoTable; readonly lastMonth: number };
}

/**
 * L, M and S of WHO at an age: by the completed day to five years, afterwards interpolated between months.
 *
 * @throws OutsideValidity for an age outside the tables
 */
export function whoAt({ byDay, byMonth }: WhoTables, sex: Sex, age: ChildAge): Lms {
  const table = tableOf(byDay, sex);
  if (age.days >= table.first && age.days <= LAST_DAY) return table.at(age.days);
  if (byMonth && age.days > LAST_DAY && age.months <= byMonth.lastMonth) {
    return tableOf(byMonth.table, sex).at(age.months);
  }
  throw new OutsideValidity(age.field, 'age_outside', {
    method: 'who',
    min: Math.round(table.first / DAYS_PER_MONTH),
    max: byMonth?.lastMonth ?? Math.round(LAST_DAY / DAYS_PER_MONTH),
  });
}

/** Whether the Reference 2007 (5 to 19 years) applies to an age, instead of the standards for the first five years. */
export function isSchoolAge({ days }: ChildAge): boolean {
  return days > LAST_DAY;
}
