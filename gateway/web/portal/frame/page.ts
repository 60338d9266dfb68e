import { directionOf, LANGUAGES, type Language } from '../../../../calculators/kit/index.ts';
import { type Html, html } from './html.ts';
import { portalTexts } from './texts.ts';

/** Names of the languages in themselves. */
const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  hi: 'हिन्दी',
  ar: 'العربية',
};

export interface PortalPage {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** Path from the page to the root of the installation: `./`, `../../`. */
  readonly toRoot: string;
  /** The last part of the page's own address, for the menu of languages. */
  readonly here: string;
  readonly body: Html;
  /** Addresses of the stylesheet and the script below the root. */
  readonly assets: { readonly style: string; readonly script: string };
  /** Whether visitors can sign in here. */
  readonly signIn: boolean;
  /** The page holds what a visitor entered. */
  readonly filled?: boolean;
}

/** The ending of an address that keeps the language at the next click; empty in English. */
export const languageQuery = (language: Language) => (language === 'en' ? '' : `?lang=${language}`);

/** A page for visitors. Its addresses are relative, so it works behind a proxy that serves the gateway under a path. */
export function portalPage(page: PortalPage): string {
  const { language, title, description, toRoot, here, body, assets, filled = false } = page;
  const { say } = portalTexts(language);
  const query = languageQuery(language);
  const alternates = LANGUAGES.map(
    (other) => html`<link rel="alternate" hreflang="${other}" href="${here}?lang=${other}">`,
  );
  const link = (path: string, key: string) => html`<a href="${toRoot}${path}${query}">${say(key)}</a>`;
  const menu = LANGUAGES.map(
    (other) =>
      html`<a href="${here}?lang=${other}" lang="${other}" hreflang="${other}"${other === language && html` aria-current="true"`}>${NAMES[other]}</a>`,
  );
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Vitalgate</title>
<meta name="description" content="${description}">
${filled ? html`<meta name="robots" content="noindex">` : alternates}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${toRoot}${assets.style}">
<script src="${toRoot}${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">${say('portal.skip')}</a>
<header class="top"><div class="wide">
<a class="brand" href="${toRoot}${query}">Vitalgate</a>
<nav aria-label="Vitalgate">${link('docs/calculators/', 'portal.calculators')}${link('docs/api', 'portal.guide')}${link('docs', 'portal.reference')}${page.signIn && link('sign-in', 'portal.sign_in')}</nav>
<details class="languages"><summary><span class="unseen">${say('portal.language')}: </span>${NAMES[language]}</summary><div>${menu}</div></details>
</div></header>
<main id="content" class="wide">
${body}
</main>
</body>
</html>
`.text;
}
