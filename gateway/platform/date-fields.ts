import { z } from 'zod';
import { instant } from './fields.ts';

// Days, months and instants of the past in inputs. All lie in this century: later years have dates that no longer sort
// as text (`+010000-01`), and nothing here is older.

/** A UTC month of 2000 to 2099, such as 2026-11. */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'month' });

/** A UTC day of 2000 to 2099 that the calendar has, such as 2026-11-01. */
export const day = z.iso.date({ error: 'day' }).pipe(z.string().startsWith('20', { error: 'day' }));

/** An instant of 2000 to 2099, with its offset. */
export const instantOfCentury = instant.pipe(z.string().startsWith('20', { error: 'instant' }));

interface Days {
  readonly since?: string;
  readonly until?: string;
}

/** For `refine`: a range of days ends on its first day or later. */
export const daysInOrder = ({ since, until }: Days): boolean =>
  since === undefined || until === undefined || since <= until;
