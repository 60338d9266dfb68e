import { directionOf, LANGUAGES, type Language, nameOfLanguage } from '../../../calculators/kit/index.ts';
import { frameAssets } from './assets.ts';
import { type Html, html } from './html.ts';
import { frameTexts } from './texts.ts';

/** What all pages know about the installation. */
export interface Site {
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether visitors can sign in here. */
  readonly signIn: boolean;
  /** Whether there is a page at `/`. */
  readonly hasHome: boolean;
}

/** The parts of the installation in the header. */
export type Section = 'calculators' | 'guides' | 'reference';

export interface FramedPage {
  readonly site: Site;
  /** Language of the frame, and of the page where it exists in it. */
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** Path of the page below the root of the installation: `/`, `/docs/api`. */
  readonly path: string;
  readonly section?: Section;
  /** HTML of the main part. */
  readonly body: Html;
  /** Navigation beside the main part: before it the pages, after it the parts of this page. */
  readonly pages?: Html | undefined;
  readonly contents?: Html | undefined;
  /** The languages of the page. Default: all. */
  readonly languages?: readonly Language[];
  /** The page is for one reader, such as one with values that a visitor entered. Search engines leave it out. */
  readonly own?: boolean;
  /** Files that this page loads besides those of the frame. */
  readonly head?: Html;
}

/**
 * The ending of an address that keeps the language at the next click. English has one too: the reader may have chosen it
 * in a browser of another language.
 */
export const languageQuery = (language: Language) => `?lang=${language}`;

/** The way from a page to the root of the installation: `../` from `/docs/api`. */
export const rootFrom = (path: string) => '../'.repeat(path.split('/').length - 2) || './';

/** Where the parts of the header are. */
const SECTIONS: readonly (readonly [Section, string])[] = [
  ['calculators', 'docs/calculators/'],
  ['guides', 'docs/getting-started'],
  ['reference', 'docs'],
];

/**
 * A page. Its addresses are relative, so it works behind a proxy that serves the gateway under a path. A browser on a slow
 * phone would show the first half of a page and then move it: it waits for the element at the end instead.
 */
export function framedPage(page: FramedPage): string {
  const { site, language, title, path, section, body, pages, contents } = page;
  const { say } = frameTexts(language);
  const root = rootFrom(path);
  const query = languageQuery(language);
  const { style, script, search, icon } = frameAssets();
  const links = SECTIONS.map(
    ([name, to]) =>
      html`<a href="${root}${to}${query}"${name === section && html` aria-current="true"`}>${say(`frame.${name}`)}</a>`,
  );
  const main = html`<main id="content"${!pages && html` class="wide"`}>
${body}
</main>`;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Vitalgate</title>
<meta name="description" content="${page.description}">
${page.own ? html`<meta name="robots" content="noindex">` : alternatesOf(page)}
<link rel="icon" href="${root}${icon.path}">
<link rel="stylesheet" href="${root}${style.path}">
<link rel="expect" href="#page-end" blocking="render">
<script src="${root}${script.path}" defer></script>
${page.head}
</head>
<body>
<a class="skip" href="#content">${say('frame.skip')}</a>
<header class="top"><div class="wide${pages && ' broad'}">
<a class="brand" href="${root}${!site.hasHome && 'docs'}${query}"><img src="${root}${icon.path}" alt="" width="28" height="28">Vitalgate</a>
<nav aria-label="Vitalgate">${links}${site.signIn && html`<a href="${root}sign-in${query}">${say('frame.sign_in')}</a>`}</nav>
<button type="button" class="find" data-find="${root}${search.path}" data-index="${root}docs/search.json${query}" data-failed="${say('frame.search.failed')}">${say('frame.search.open')}<kbd>Ctrl K</kbd></button>
${languageMenu(page)}
</div></header>
${pages ? html`<div class="wide beside">${pages}${main}${contents}</div>` : main}
<span id="page-end" hidden></span>
</body>
</html>
`.text;
}

/** The page in the other languages, for search engines, which want complete addresses. */
function alternatesOf({ site, path, languages = LANGUAGES, language }: FramedPage): Html {
  const address = `${site.baseUrl}${path}`;
  const shown = languages.includes(language) ? language : 'en';
  const all = languages.map(
    (other) => html`<link rel="alternate" hreflang="${other}" href="${address}?lang=${other}">\n`,
  );
  return html`<link rel="canonical" href="${address}?lang=${shown}">
${all}<link rel="alternate" hreflang="x-default" href="${address}">`;
}

/** Every language at this very address. The frame follows, even where the page itself is in English. */
function languageMenu({ language }: FramedPage): Html {
  const { say } = frameTexts(language);
  const items = LANGUAGES.map(
    (other) =>
      html`<a href="${languageQuery(other)}" lang="${other}" hreflang="${other}"${other === language && html` aria-current="true"`}>${nameOfLanguage(other)}</a>`,
  );
  return html`<details class="languages"><summary><span class="unseen">${say('frame.language')}: </span>${nameOfLanguage(language)}</summary><div>${items}</div></details>`;
}
