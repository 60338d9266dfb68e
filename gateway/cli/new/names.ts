/** A name that nothing new can have. The message tells the reason; nothing was written. */
export class NameRefused extends Error {}

/** Lower-case words joined by hyphens. The first character is a letter, because the name becomes an identifier. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** @throws NameRefused if the name cannot name a file, a path segment and an identifier */
export function checkName(name: string, example: string): void {
  if (NAME.test(name)) return;
  throw new NameRefused(
    `"${name}" is not a name. A name is lower-case words joined by hyphens and begins with a letter, such as ${example}.`,
  );
}

/** `sleep-debt` as an identifier: `sleepDebt`. */
export const camelCase = (name: string): string => name.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase());

/** `sleep-debt` as a member of an answer: `sleep_debt`. */
export const snakeCase = (name: string): string => name.replaceAll('-', '_');

/** `sleep-debt` as the beginning of a sentence: `Sleep debt`. */
export const sentenceCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
