import type { Texts } from '../../../calculation/describe/texts.ts';
import { code, table } from './markdown-blocks.ts';
import type { IndexLine } from './placed.ts';

/** The list of all calculators in Markdown, by family, each with a link to its page. */
export function calculatorIndex(all: readonly IndexLine[], { language, say }: Texts): string {
  const sections = [...Map.groupBy(all, ({ family }) => family)].map(([family, members]) => {
    const rows = members.map(({ page, title, summary }) => [
      `[${title(language)}](${page}.md)`,
      code(page),
      summary(language),
    ]);
    return `## ${family}\n\n${table([say('page.calculator'), say('page.name'), say('page.meaning')], rows)}`;
  });
  return `# ${say('openapi.list.heading')}\n\n${sections.join('\n\n')}\n`;
}
