import { z } from 'zod';
import { MONTH } from '../../values/instant.ts';

// Days and months in inputs. All lie in this century: later years have dates that no longer sort as text (`+010000-01`),
// and no record is older.

/** A UTC month of 2000 to 2099, such as 2026-11. */
export const month = z.string().regex(MONTH, { error: 'month' });

/** A UTC day of 2000 to 2099 that the calendar has, such as 2026-11-01. */
export const day = z.iso.date({ error: 'day' }).pipe(z.string().startsWith('20', { error: 'day' }));

interface Days {
  readonly since?: string;
  readonly until?: string;
}

/** For `refine`: a range of days ends on its first day or later. */
export const daysInOrder = ({ since, until }: Days): boolean =>
  since === undefined || until === undefined || since <= until;
