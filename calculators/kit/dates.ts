/**
 * Calendar days as numbers, so that dates are added and compared without a time zone, in the proleptic Gregorian
 * calendar (ISO 8601). The method counts days in eras of 400 years, in years that begin on the first of March (Hinnant,
 * chrono-compatible low-level date algorithms, 2013).
 */
const DAYS_PER_ERA = 146_097;

/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH = 719_468;

/**
 * Days from 1970-01-01 to a date, negative before it.
 *
 * @param date `YYYY-MM-DD`, a date that exists
 */
export function dayNumber(date: string): number {
  const month = Number(date.slice(5, 7));
  const year = Number(date.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(date.slice(8, 10)) - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_PER_ERA + yearOfEra * 365 + leapDays + dayOfYear - EPOCH;
}

/** The date `YYYY-MM-DD` at a number of days after 1970-01-01, for years 0000 to 9999. */
export function isoDate(day: number): string {
  const sinceMarch0 = day + EPOCH;
  const era = Math.floor(sinceMarch0 / DAYS_PER_ERA);
  const dayOfEra = sinceMarch0 - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
