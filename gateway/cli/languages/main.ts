import { confirm, staleMessages } from './confirmations.ts';
import { LanguageRefused, missingMessages, newLanguage } from './new-language.ts';

const USAGE = `Usage: npm run languages -- new <tag>
       npm run languages -- status <tag>
       npm run languages -- confirm <tag> [key...]

new       writes the message files of a language; what is not translated is empty there, and in English for callers
status    lists the messages without translation, and the translations whose English text has changed
confirm   says that the translations, or those whose keys begin with these, were read again beside the present English texts

docs/languages.md explains how a language is made.
`;

function report(command: string, tag: string, keys: readonly string[]): string {
  switch (command) {
    case 'new': {
      const missing = newLanguage(tag);
      return `${missing} messages wait for a translation: npm run languages -- status ${tag}\nThe line ${tag} in LANGUAGES of calculators/kit/languages.ts offers the language.\n`;
    }
    case 'status': {
      const missing = missingMessages(tag).map(({ folder, key, english }) => `missing ${folder}:${key} ${english}`);
      const stale = staleMessages(tag).map(({ folder, key }) => `stale ${folder}:${key}`);
      return `${[...missing, ...stale, `${missing.length} missing, ${stale.length} stale`].join('\n')}\n`;
    }
    default:
      return `${confirm(tag, keys)} messages confirmed\n`;
  }
}

const [command = '', tag, ...keys] = process.argv.slice(2);

if (
  !['new', 'status', 'confirm'].includes(command) ||
  tag === undefined ||
  (keys.length > 0 && command !== 'confirm')
) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(report(command, tag, keys));
  } catch (error) {
    if (!(error instanceof LanguageRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
