import { Marked } from 'marked';
import { escapeHtml, Html } from '../frame/html.ts';

/** Texts of plugins come from their authors: HTML in them is shown as it is written. */
const marked = new Marked({
  gfm: true,
  renderer: { html: ({ text }) => escapeHtml(text) },
  tokenizer: { url: () => undefined },
});

/** The Markdown of a description as HTML. */
export function prose(text: string): Html {
  return new Html(marked.parse(text, { async: false }));
}

/** The Markdown of a table's cell as HTML, without the paragraph around a single line. */
export function cell(text: string): Html {
  return text.includes('\n') ? prose(text) : new Html(marked.parseInline(text, { async: false }));
}
