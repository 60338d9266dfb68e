import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password.ts';

/** Why a password is refused: its length, or because it is among the first guesses. */
export type PasswordFault = 'length' | 'common' | 'pattern' | 'personal';

/** The user who will have the password. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string | null;
}

/** A password with fewer distinct characters is refused as a pattern, however long it is. */
const LEAST_CHARACTERS = 5;

/**
 * Returns what is wrong with a password, or `null`. Length is the main criterion (NIST SP 800-63B, section 3.1.1.2).
 * Beyond it, only passwords that attackers try first are refused; no mixture of character types is required.
 */
export function passwordFault(password: string, { name, email }: PasswordOwner): PasswordFault | null {
  const length = [...password.normalize('NFC')].length;
  if (length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) return 'length';
  const plain = password.toLowerCase();
  if (new Set(plain).size < LEAST_CHARACTERS || isRepeated(plain) || isRow(plain)) return 'pattern';
  if (isMadeOf(plain, COMMON_WORDS)) return 'common';
  return isMadeOf(plain, wordsOf(name, email)) ? 'personal' : null;
}

/** One part repeated: `abcabcabcabc`. */
function isRepeated(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length;
}

/** Common sequences: the alphabet, digits, and rows and columns of keyboards. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];
const BOTH_WAYS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/** Fewer consecutive characters of a sequence may be a coincidence. */
const SHORTEST_RUN = 3;

/** Whether a text consists only of runs from these sequences: `123456qwerty`, `zxcvbnmasdfgh`. */
function isRow(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const run = longestRun(text.slice(at));
    if (run < SHORTEST_RUN) return false;
    at += run;
  }
  return true;
}

function longestRun(text: string): number {
  let length = 1;
  while (length < text.length && BOTH_WAYS.some((row) => row.includes(text.slice(0, length + 1)))) length += 1;
  return length;
}

/**
 * Words at the top of published lists of leaked passwords (NCSC and Have I Been Pwned, "PwnedPasswordsTop100k";
 * SplashData and NordPass, yearly), and the product's name. Many 12-character passwords are one or two of these words
 * padded with digits and symbols.
 */
const COMMON_WORDS = [
  ...[
    'password',
    'passwort',
    'contrasena',
    'motdepasse',
    'senha',
    'passw0rd',
    'p@ssw0rd',
    'p@ssword',
    'pass',
    'qwerty',
  ],
  ...['letmein', 'welcome', 'admin', 'administrator', 'iloveyou', 'changeme', 'secret', 'login', 'master', 'dragon'],
  ...['monkey', 'football', 'baseball', 'superman', 'batman', 'princess', 'sunshine', 'shadow', 'trustno', 'starwars'],
  ...[
    'michael',
    'jennifer',
    'jordan',
    'liverpool',
    'chelsea',
    'arsenal',
    'barcelona',
    'pokemon',
    'computer',
    'internet',
  ],
  ...[
    'whatever',
    'freedom',
    'hello',
    'charlie',
    'ashley',
    'abc',
    'test',
    'testing',
    'guest',
    'user',
    'root',
    'default',
  ],
  ...['summer', 'winter', 'spring', 'autumn', 'january', 'february', 'october', 'november', 'december', 'unbelievable'],
  ...['vitalgate', 'correcthorsebatterystaple', 'my', 'the', 'is', 'i', 'you', 'love'],
];

/** Shorter words of a name are ignored, because they occur in almost any text. */
const SHORTEST_WORD = 3;

function wordsOf(name: string, email: string | null): string[] {
  const words = `${name} ${email ?? ''}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length >= SHORTEST_WORD);
}

/** Whether a text consists only of these words, with digits and symbols before, between and after them. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  // Positions up to which the text consists of words, digits and symbols, each with whether it contains a word.
  const reached = new Map([[0, false]]);
  for (let at = 0; at <= text.length; at++) {
    const withWord = reached.get(at);
    if (withWord === undefined) continue;
    if (at === text.length) return withWord;
    if (/[^\p{L}]/u.test(text.charAt(at))) reached.set(at + 1, withWord || (reached.get(at + 1) ?? false));
    for (const word of words) if (text.startsWith(word, at)) reached.set(at + word.length, true);
  }
  return false;
}
