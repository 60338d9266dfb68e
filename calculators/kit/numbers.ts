/** Longest number that is read; a double could not hold more digits anyway. */
const LONGEST = 32;

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const MINUS = 45;
const POINT = 46;

/**
 * Reads a decimal number written as `-?digits[.digits]`: no exponent, no hexadecimal, no sign but minus, no blanks.
 * `Number()` takes more (`0x50`, `1e2`, ``, ` 7 `, `Infinity`), which has surprised the users of similar services.
 *
 * @returns the number, or `NaN` for any other text and for texts longer than 32 characters
 */
export function readNumber(text: string): number {
  const length = text.length;
  if (length > LONGEST) return Number.NaN;
  let at = text.charCodeAt(0) === MINUS ? 1 : 0;
  let digits = 0;
  let pointSeen = false;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= DIGIT_0 && code <= DIGIT_9) {
      digits++;
    } else if (code === POINT && !pointSeen && digits > 0) {
      pointSeen = true;
      digits = 0;
    } else {
      return Number.NaN;
    }
  }
  return digits > 0 ? Number(text) : Number.NaN;
}
