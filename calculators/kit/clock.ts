/** Minutes of a day. */
export const DAY = 1_440;

/** A time of day as callers write it: `06:30`. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Minutes from midnight to a time of day.
 *
 * @param time `HH:MM`
 */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * The time of day `HH:MM` at a number of minutes after midnight. Minutes below 0 belong to the day before, minutes from
 * 1440 on to the day after. Half a minute is rounded up.
 */
export function timeOfDay(minutes: number): string {
  const whole = Math.round(minutes);
  const minute = ((whole % DAY) + DAY) % DAY;
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
