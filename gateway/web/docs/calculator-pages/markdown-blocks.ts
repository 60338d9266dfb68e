import type { Source } from '../../../../calculators/kit/index.ts';

/** Literal text as inline code. */
export const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

export const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

/** A section with its heading; empty without text. */
export const section = (heading: string, text: string) => (text === '' ? '' : `## ${heading}\n\n${text}`);

/** A table. Vertical bars in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A source with the link of its DOI. */
export const cited = ({ citation, doi }: Source) =>
  doi === undefined ? citation : `${citation}. [doi:${doi}](https://doi.org/${doi})`;
