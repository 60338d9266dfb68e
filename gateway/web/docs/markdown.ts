import { Marked, type Token } from 'marked';

/** A heading of a page. */
export interface Heading {
  readonly id: string;
  /** 1 for the title. */
  readonly depth: number;
  /** Plain text. */
  readonly text: string;
}

export interface RenderedPage {
  /** Text of the first heading. */
  readonly title: string;
  readonly html: string;
  /** The headings, in order. */
  readonly headings: readonly Heading[];
}

export interface RenderOptions {
  /** The address of a link to another page, by its target in the repository, such as `errors/conflict.md#example`. */
  readonly addressOf?: (href: string) => string;
  /** Ids for the headings in order, so that a translated page has those of the English page. */
  readonly anchors?: readonly string[];
}

const marked = new Marked({
  gfm: true,
  renderer: {
    heading(heading) {
      const id = 'id' in heading ? ` id="${heading.id}"` : '';
      return `<h${heading.depth}${id}>${this.parser.parseInline(heading.tokens)}</h${heading.depth}>\n`;
    },
  },
  // URLs in running text are examples (`http://127.0.0.1:PORT`), not links.
  tokenizer: { url: () => undefined },
});

/** Renders a page of docs/. The text is trusted, so it may contain anything that Markdown allows. */
export function renderMarkdown(
  text: string,
  { addressOf = withoutExtension, anchors: given = [] }: RenderOptions = {},
): RenderedPage {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  const headings: Heading[] = [];
  const tokens = marked.lexer(text);
  marked.walkTokens(tokens, (token: Token) => {
    if (token.type === 'heading') {
      const id = given[headings.length] ?? anchor(token.text);
      headings.push({ id, depth: token.depth, text: token.text.replaceAll(/[`*]|\[(.*?)\]\(.*?\)/g, '$1') });
      Object.assign(token, { id });
    }
    if (token.type === 'link' && !URL.canParse(token.href)) token.href = addressOf(token.href);
  });
  return { title, html: scrollable(marked.parser(tokens)), headings };
}

/** Lets a keyboard scroll what may be wider than the page. */
function scrollable(html: string): string {
  return html
    .replaceAll('<pre>', '<pre tabindex="0" dir="ltr">')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** The text of HTML, without tags. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(a|code|del|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(
      /&(lt|gt|amp|quot|#\d+);/g,
      (_entity, name: string) => ENTITIES[name] ?? String.fromCodePoint(Number(name.slice(1))),
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Pages link to each other by file name, as in the repository; the served pages have no extension. */
export function withoutExtension(href: string): string {
  return href.replace(/\.md(?=#|$)/, '');
}

/** The anchor of a heading, in the style of code hosts: `Keys and quota` becomes `keys-and-quota`. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
