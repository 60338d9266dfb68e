import { readNumber } from './numbers.ts';
import { round } from './rounding.ts';

const WHOLE = /^\d{1,3}$/;
const SIXTIETHS = /^[0-5]\d$/;
const SECONDS = /^[0-5]\d(\.\d{1,3})?$/;

/** Pattern of the texts that `readTime` takes, for documents. */
export const TIME_PATTERN = '^(\\d{1,3}:)?\\d{1,3}:[0-5]\\d(\\.\\d{1,3})?$';

/** Pattern of the texts that an input in hours takes: there `7:30` is refused. */
export const HOURS_PATTERN = '^\\d{1,3}:[0-5]\\d:[0-5]\\d(\\.\\d{1,3})?$';

/**
 * Reads a span of time: `h:mm:ss` or `m:ss`, with thousandths of a second at most, or a number of seconds as
 * `readNumber` takes it. Minutes after hours, and seconds, have two digits and stay below 60.
 *
 * @returns seconds, or `NaN` for any other text
 * @example readTime('48:30') // 2910
 */
export function readTime(text: string): number {
  const parts = text.split(':');
  if (parts.length === 1) return readNumber(text);
  const [seconds = '', minutes = '', hours] = parts.toReversed();
  if (parts.length > 3 || !SECONDS.test(seconds)) return Number.NaN;
  if (hours === undefined) return WHOLE.test(minutes) ? Number(minutes) * 60 + Number(seconds) : Number.NaN;
  if (!WHOLE.test(hours) || !SIXTIETHS.test(minutes)) return Number.NaN;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * Writes seconds as `m:ss`, from an hour on as `h:mm:ss`. They are rounded to whole seconds first, so 359.6 is `6:00`
 * and never `5:60`.
 */
export function timeText(seconds: number): string {
  const whole = round(seconds, 0);
  const ss = twoDigits(whole % 60);
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes}:${ss}` : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${ss}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
