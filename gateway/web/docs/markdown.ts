import { Marked } from 'marked';

export interface RenderedPage {
  /** Text of the first heading. */
  readonly title: string;
  readonly html: string;
}

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
  // URLs in running text are examples (`http://127.0.0.1:PORT`), not links.
  tokenizer: { url: () => undefined },
  // Pages link to each other by file name, as in the repository; the served pages have no extension.
  walkTokens(token) {
    if (token.type === 'link' && !URL.canParse(token.href)) token.href = token.href.replace(/\.md(?=#|$)/, '');
  },
});

/** Renders a page of docs/. The text is trusted, so it may contain anything that Markdown allows. */
export function renderMarkdown(text: string): RenderedPage {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  return { title, html: marked.parse(text, { async: false }) };
}

/** The anchor of a heading, in the style of code hosts: `Keys and quota` becomes `keys-and-quota`. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
