import { AccountError } from '../../records/account-error.ts';
import { isPlainText } from '../../values/plain-text.ts';

/** Normalizes an address for storage and comparison: trimmed, lower case. @throws AccountError `bad-value` */
export function requireEmail(text: string): string {
  const email = text.trim().toLowerCase();
  // The part of RFC 5321 in common use; only a delivered mail can confirm more.
  if (
    !isPlainText(text) ||
    email.length > 254 ||
    !/^[^\s@<>"(),:;[\]\\\p{Cc}]{1,64}@[^\s@<>"(),:;[\]\\\p{Cc}]+\.[^\s@.]+$/u.test(email)
  ) {
    throw new AccountError('bad-value', 'Not a valid mail address');
  }
  return email;
}
