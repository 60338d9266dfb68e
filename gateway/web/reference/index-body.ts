import type { Language } from '../../../calculators/kit/index.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import { type Html, html } from '../frame/html.ts';
import type { ApiDocument, Operation } from './document.ts';

export interface IndexOptions {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly texts: Texts;
  /** The ending of an address that keeps the language. */
  readonly query: string;
  /** The title of a family of calculators. */
  readonly familyName: (family: string, language: Language) => string;
}

/** All operations by subject, with a search that the script adds. */
export function indexBody({ document, operations, texts, query, familyName }: IndexOptions): Html {
  const { say, language } = texts;
  const sections = [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, members]) => {
    const own = document.tags?.find(({ name }) => name === tag)?.description;
    const title = /^(platform-|service$)/.test(tag) ? (own ?? tag) : familyName(tag, language);
    return html`<section class="family" aria-labelledby="tag-${tag}"><h2 id="tag-${tag}">${title}</h2><ul class="operations">${linesOf(members, query)}</ul></section>`;
  });
  return html`<h1>${say('reference.title')}</h1>
<p class="lead">${say('reference.lead')}</p>
<p><a href="docs/api${query}">${say('frame.pages.api')}</a> · <a href="docs/errors/${query}">${say('frame.errors')}</a> · <a href="openapi.json${query}">openapi.json</a></p>
<p class="search"><label for="search">${say('reference.search')}</label> <input type="search" id="search" autocomplete="off"></p>
${sections}`;
}

/** A line for each address and summary, with its methods. */
function linesOf(operations: readonly Operation[], query: string): Html[] {
  const lines = Map.groupBy(operations, ({ path, summary }) => `${path} ${summary}`).values();
  return [...lines].map((all) => {
    const links = all.map(
      ({ id, method, summary }, at) =>
        html`<a href="docs/reference/${id}${query}"><span class="method" dir="ltr">${method}</span> <span${at > 0 && html` class="unseen"`}>${summary}</span></a>`,
    );
    return html`<li>${links}<code dir="ltr">${all[0]?.path}</code></li>`;
  });
}
