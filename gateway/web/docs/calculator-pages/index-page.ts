import type { Texts } from '../../../calculation/describe/texts.ts';
import { code, table } from './markdown-blocks.ts';
import type { Placed } from './page.ts';

/** The list of all calculators in Markdown, by family, each with a link to its page. */
export function calculatorIndex(all: readonly Placed[], { language, say }: Texts): string {
  const families = new Map<string, Placed[]>();
  for (const placed of all) {
    const { name } = placed.calculator.family;
    families.set(name, [...(families.get(name) ?? []), placed]);
  }
  const sections = [...families].map(([family, members]) => {
    const rows = members.map(({ calculator }) => {
      const { messages } = calculator.family;
      const say = (key: string) => messages.text(language, `${calculator.name}.${key}`);
      return [`[${say('title')}](${calculator.name}.md)`, code(calculator.name), say('summary')];
    });
    return `## ${family}\n\n${table([say('page.calculator'), say('page.name'), say('page.meaning')], rows)}`;
  });
  return `# ${say('openapi.list.heading')}\n\n${sections.join('\n\n')}\n`;
}
