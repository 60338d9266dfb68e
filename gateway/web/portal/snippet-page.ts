import { LANGUAGES, type Language, nameOfLanguage, type UnitSystem } from '../../../calculators/kit/index.ts';
import { readQuery } from '../../../plugins/sdk/index.ts';
import { lineOf, type Placed } from '../docs/calculator-pages/placed.ts';
import { flag, Html, html } from '../frame/html.ts';
import { framedPage, type Site } from '../frame/page.ts';
import { familyName } from '../frame/texts.ts';
import { reservedHeight } from './calculator/embed-fragment.ts';
import { viewOf } from './calculator/filled.ts';
import { portalTexts } from './frame/texts.ts';
import { MOST_IN_DAY, MOST_IN_MINUTE } from './submission.ts';

export interface SnippetOptions {
  readonly site: Site;
  readonly placed: readonly Placed[];
  /** Address of the request: its query has what was chosen. */
  readonly url: string;
}

/** The colour of buttons if the owner of the site chooses none: that of `embed.css`. */
const ACCENT = '#0f766e';

/** What a site needs, and what it should know. */
const NEEDS = [
  'portal.embed.needs.origin',
  'portal.embed.needs.policy',
  'portal.embed.needs.private',
  'portal.embed.needs.limits',
];
const NAMES = { variable: 'EMBED_ORIGINS', types: 'vitalgate', minute: MOST_IN_MINUTE, day: MOST_IN_DAY };

/** What the owner of a site has chosen. */
interface Chosen {
  readonly one: Placed;
  /** `undefined`: the language of the site's page. */
  readonly spoken: Language | undefined;
  readonly units: UnitSystem;
  readonly accent: string;
}

/** The page that writes the line for another site, and shows what it does. The form works without script. */
export function snippetPage({ site, placed, url }: SnippetOptions, language: Language): string {
  const { say } = portalTexts(language);
  const chosen = chosenIn(url, placed);
  const needs = NEEDS.map((key) => html`<li>${say(key, { ...NAMES, address: new URL(site.baseUrl).origin })}</li>`);
  const title = say('frame.embed');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('portal.embed.lead')}</p>
<div class="columns">${chosen && formOf(chosen, placed, language)}
${chosen && resultOf(chosen, site.baseUrl, language)}</div>
<div class="science"><section><h2>${say('portal.embed.needs.heading')}</h2><ul>${needs}</ul></section></div>`;
  const description = say('portal.embed.lead');
  return framedPage({ site, language, title, description, path: '/docs/embed', section: 'calculators', body });
}

function chosenIn(url: string, placed: readonly Placed[]): Chosen | undefined {
  const pairs = readQuery(url.split('?')[1] ?? '') ?? [];
  const asked = (name: string) => {
    const at = pairs.findIndex((pair, index) => index % 2 === 0 && pair === name);
    return at === -1 ? undefined : pairs[at + 1];
  };
  const one = placed.find(({ page }) => page === asked('calculator')) ?? placed[0];
  const accent = asked('accent') ?? '';
  return (
    one && {
      one,
      spoken: LANGUAGES.find((language) => language === asked('language')),
      units: asked('units') === 'imperial' ? 'imperial' : 'metric',
      accent: /^#[\da-f]{6}$/i.test(accent) ? accent : ACCENT,
    }
  );
}

function formOf({ one, spoken, units, accent }: Chosen, placed: readonly Placed[], language: Language): Html {
  const { say } = portalTexts(language);
  const option = (value: string, label: string, isChosen: boolean) =>
    html`<option value="${value}"${flag('selected', isChosen)}>${label}</option>`;
  const families = [...Map.groupBy(placed, ({ calculator }) => calculator.family.name)].map(
    ([family, members]) =>
      html`<optgroup label="${familyName(family, language)}">${members.map((other) => option(other.page, lineOf(other).title(language), other === one))}</optgroup>`,
  );
  const languages = LANGUAGES.map((other) => option(other, nameOfLanguage(other), other === spoken));
  const field = (name: string, label: string, control: Html) =>
    html`<div class="field"><label for="${name}">${label}</label><span class="entry">${control}</span></div>`;
  return html`<form class="card" action="embed">
<input type="hidden" name="lang" value="${language}">
${field('calculator', say('page.calculator'), html`<select id="calculator" name="calculator">${families}</select>`)}
${field('language', say('frame.language'), html`<select id="language" name="language">${option('', say('portal.embed.own_language'), spoken === undefined)}${languages}</select>`)}
${field('units', say('portal.form.units'), html`<select id="units" name="units">${option('metric', say('portal.form.metric'), units === 'metric')}${option('imperial', say('portal.form.imperial'), units === 'imperial')}</select>`)}
${field('accent', say('portal.embed.accent'), html`<input type="color" id="accent" name="accent" value="${accent}">`)}
<p class="send"><button>${say('portal.embed.show')}</button></p>
</form>`;
}

function resultOf({ one, spoken, units, accent }: Chosen, baseUrl: string, language: Language): Html {
  const { say } = portalTexts(language);
  const view = viewOf(one, spoken ?? language, { units, values: new Map(), asOf: '' });
  const attributes = [
    ['calculator', one.page],
    ['language', spoken],
    ['units', units === 'metric' ? undefined : units],
    ['accent', accent === ACCENT ? undefined : accent],
    ['height', String(reservedHeight(view))],
  ].map(([name, value]) => value !== undefined && html` data-${new Html(name ?? '')}="${value}"`);
  const scriptAt = (root: string) => html`<script src="${root}/embed.js"${attributes}></script>`;
  return html`<div><section class="card code" aria-labelledby="snippet-heading"><h2 id="snippet-heading">${say('portal.embed.snippet')}</h2>
<pre class="wrapped" tabindex="0" dir="ltr" aria-labelledby="snippet-heading"><code>${scriptAt(baseUrl).text}</code></pre><button type="button" class="quiet" data-copy data-done="${say('frame.copied')}">${say('portal.copy')}</button></section>
<section class="card preview" aria-labelledby="preview-heading"><h2 id="preview-heading">${say('portal.embed.preview')}</h2>
${scriptAt('..')}</section></div>`;
}
