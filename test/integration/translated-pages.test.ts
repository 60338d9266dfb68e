import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../plugins/sdk/index.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const find = (pattern: string, folder: URL) =>
  globSync(pattern, { cwd: fileURLToPath(folder) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();

/** The pages for callers of the API. The guides for operators are in English only. */
const PAGES = [...find('errors/*.md', DOCS), 'getting-started.md', 'api.md'];
const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

/** The parts of a page that no translation changes, and the targets of its links. */
function partsOf(text: string) {
  const [headings, code, links]: [string[], string[], string[]] = [[], [], []];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'heading') headings.push('#'.repeat(token.depth));
    if (token.type === 'code') code.push(token.raw.trim());
    if (token.type === 'link' && !URL.canParse(token.href)) links.push(token.href);
  });
  return { headings, code, links, title: /^# (\d{3} [\w-]+)$/m.exec(text)?.[1] };
}

/** The differences that make a translated page wrong: its outline, its code, its links. */
function mistakesOf(page: string, folder: URL): string[] {
  const file = new URL(page, folder);
  if (!existsSync(file)) return ['missing'];
  const english = partsOf(readFileSync(new URL(page, DOCS), 'utf8'));
  const own = partsOf(readFileSync(file, 'utf8'));
  const mistakes: string[] = [];
  if (own.headings.join(' ') !== english.headings.join(' ')) mistakes.push('other headings');
  if (own.title !== english.title) mistakes.push(`the title is not ${english.title}`);
  english.code.forEach((code, at) => {
    if (own.code[at] !== code) mistakes.push(`code block ${at + 1} differs`);
  });
  if (own.code.length > english.code.length) mistakes.push('more code blocks');
  for (const link of own.links) {
    if (!existsSync(new URL(link.replace(/#.*/, ''), file))) mistakes.push(`no such file: ${link}`);
  }
  return mistakes;
}

describe.each(TRANSLATIONS)('docs/languages/%s', (language) => {
  const folder = new URL(`languages/${language}/`, DOCS);

  it('has every page for callers, with the outline and the code of the English page and links that lead on', () => {
    const mistakes = PAGES.flatMap((page) => mistakesOf(page, folder).map((mistake) => `${page}: ${mistake}`));
    expect(mistakes).toEqual([]);
  });

  it('has no page that English does not have', () => {
    expect(find('**/*.md', folder).filter((page) => !PAGES.includes(page))).toEqual([]);
  });
});
