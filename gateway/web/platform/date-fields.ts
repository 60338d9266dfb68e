import { z } from 'zod';
import { MONTH } from '../../values/instant.ts';

// Days and months in inputs, all in this century. No record is older, and far later dates do not sort as text
// (`+010000-01`).

/** A UTC month of 2000 to 2099, such as 2026-11. */
export const month = z.string().regex(MONTH, { error: 'month' });

/** An existing UTC day of 2000 to 2099, such as 2026-11-01. */
export const day = z.iso.date({ error: 'day' }).pipe(z.string().startsWith('20', { error: 'day' }));

interface Days {
  readonly since?: string;
  readonly until?: string;
}

/** For `refine`: a range of days must not end before its first day. */
export const daysInOrder = ({ since, until }: Days): boolean =>
  since === undefined || until === undefined || since <= until;
