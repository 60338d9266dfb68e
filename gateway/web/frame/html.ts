/** Finished HTML. A plain text is never taken for it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

/**
 * HTML with values in it. A text is escaped; finished HTML is inserted as it is, a list one after the other; `false`, `null` and
 * `undefined` are left out.
 */
export function html(pieces: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(pieces.map((piece, at) => piece + (at < values.length ? written(values[at] ?? '') : '')).join(''));
}

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return Array.isArray(part) ? part.map(written).join('') : '';
}

/** An attribute without a value, if it applies. */
export const flag = (name: string, applies: boolean) => (applies ? new Html(` ${name}`) : '');

/** Text that stands in HTML, between tags or in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
