import { InputRefused } from '../kit/index.ts';

/** The input that dates a pregnancy: exactly one of the two. */
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
