import { directionOf, type Language } from '../../../calculators/kit/index.ts';
import type { PageTable } from './pages.ts';

export interface Frame {
  readonly title: string;
  /** The folder of the pages, relative to this page: `./`, `../`, or `docs/` for the page beside that folder. */
  readonly toDocs: string;
  /** HTML of the content. */
  readonly body: string;
  /** Language of the body. The default is English, the language of the frame. */
  readonly language?: Language;
  /** Additional stylesheets and scripts, by their names in the assets. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
}

/** A complete HTML page. Its URLs are relative, so it works behind a proxy that serves the gateway under a path. */
export function htmlPage(
  { guides }: PageTable,
  { title, toDocs, body, language = 'en', styles = [], scripts = [] }: Frame,
): string {
  const guideLinks = guides.map(({ name, page }) => link(`${toDocs}${name}`, page.title));
  const assets = [
    ...['page.css', ...styles].map((name) => `<link rel="stylesheet" href="${toDocs}assets/${name}">`),
    ...scripts.map((name) => `<script src="${toDocs}assets/${name}" defer></script>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Vitalgate</title>
<link rel="icon" href="data:,">
${assets.join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<nav aria-label="Documentation">
${[link(`${toDocs}../docs`, 'Reference'), link(`${toDocs}calculators/`, 'Calculators'), ...guideLinks, link(`${toDocs}errors/`, 'Errors')].join('\n')}
</nav>
</header>
<main id="content" lang="${language}" dir="${directionOf(language)}">
${body}
</main>
</body>
</html>
`;
}

/** A link. Both arguments are plain text, which the function escapes. */
export function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
