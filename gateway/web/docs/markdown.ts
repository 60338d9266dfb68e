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
  // Addresses in running text are examples (`http://127.0.0.1:PORT`), not places to go to.
  tokenizer: { url: () => undefined },
  // Pages link to each other by file, as they do in the repository; here they stand without the ending.
  walkTokens(token) {
    if (token.type === 'link' && !URL.canParse(token.href)) token.href = token.href.replace(/\.md(?=#|$)/, '');
  },
});

/** Renders a page of docs/. The text is ours: it may contain whatever Markdown allows. */
export function renderMarkdown(text: string): RenderedPage {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  return { title, html: marked.parse(text, { async: false }) };
}

/** The anchor of a heading as code hosts make it: `Keys and quota` is `keys-and-quota`. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
