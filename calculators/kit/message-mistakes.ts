import { readFileSync } from 'node:fs';
import type { Family } from './family.ts';
import type { Language } from './languages.ts';
import { ICU_SYNTAX, parseMessage } from './messages.ts';

/**
 * The mistakes in a family's message files, each with its file and line; empty if every text can be written. A catalogue
 * reads a language at its first use, so such a mistake would otherwise show only in the answer to a call.
 *
 * @example ['messages/es.json:3: Expected double-quoted property name in JSON']
 */
export function messageMistakes({ folder, messages }: Pick<Family, 'folder' | 'messages'>): string[] {
  return messages.languages.flatMap((language) => {
    const file = new URL(`${language}.json`, folder);
    const shown = file.pathname.split('/').slice(-2).join('/');
    try {
      const text = readFileSync(file, 'utf8');
      return textMistakes(language, text).map(({ line, mistake }) => `${shown}:${line}: ${mistake}`);
    } catch (error) {
      return [`${shown}: ${messageOf(error)}`];
    }
  });
}

interface TextMistake {
  /** From 1. */
  readonly line: number;
  readonly mistake: string;
}

function textMistakes(language: Language, text: string): TextMistake[] {
  let members: unknown;
  try {
    members = JSON.parse(text);
  } catch (error) {
    return [jsonMistake(text, messageOf(error))];
  }
  if (!isObject(members)) return [{ line: 1, mistake: 'must be an object of texts' }];
  return memberMistakes(language, members, '').map(({ key, value, mistake }) => ({
    line: lineOf(text, key, value),
    mistake: `${key}: ${mistake}`,
  }));
}

/** V8 names the line of most mistakes; a text that ends too early is wrong in its last line. */
function jsonMistake(text: string, message: string): TextMistake {
  const [place, line] = / at position \d+ \(line (\d+) column \d+\)/.exec(message) ?? [];
  const [token, context] = /, (".*" is not valid JSON)$/s.exec(message) ?? [];
  const mistake = message.replace(place ?? token ?? '', context === undefined ? '' : ' in JSON');
  return { line: line === undefined ? text.trimEnd().split('\n').length : Number(line), mistake };
}

interface MemberMistake {
  readonly key: string;
  readonly value: unknown;
  readonly mistake: string;
}

function memberMistakes(language: Language, members: object, above: string): MemberMistake[] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]): MemberMistake[] => {
    const key = above === '' ? name : `${above}.${name}`;
    if (isObject(value)) return memberMistakes(language, value, key);
    if (typeof value !== 'string') return [{ key, value, mistake: 'must be a text, or an object of texts' }];
    try {
      if (ICU_SYNTAX.test(value)) parseMessage(language, key, value);
      return [];
    } catch (error) {
      return [{ key, value, mistake: `has wrong ICU syntax: ${messageOf(error)}` }];
    }
  });
}

/** The line of a member; that of its first namesake with the same value, or of its name. */
function lineOf(text: string, key: string, value: unknown): number {
  const name = JSON.stringify(key.split('.').at(-1));
  const lines = text.split('\n');
  const both = lines.findIndex((line) => line.includes(name) && line.includes(JSON.stringify(value)));
  return (
    (both === -1
      ? Math.max(
          0,
          lines.findIndex((line) => line.includes(name)),
        )
      : both) + 1
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
