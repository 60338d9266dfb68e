import { InputRefused } from '../kit/index.ts';

/** What a pregnancy is dated by: one of the two, and not both. */
export type DatedBy = { readonly lastPeriod: string } | { readonly dueDate: string };

/** @throws InputRefused if neither or both are given */
export function datedBy(lastPeriod: string | undefined, dueDate: string | undefined): DatedBy {
  if (lastPeriod === undefined) {
    if (dueDate === undefined) throw refused('missing', 'no_date');
    return { dueDate };
  }
  if (dueDate !== undefined) throw refused('outside_validity', 'one_date');
  return { lastPeriod };
}

const refused = (code: 'missing' | 'outside_validity', message: string) =>
  new InputRefused([{ field: 'last_period', code, message }]);
