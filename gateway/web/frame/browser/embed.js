import style from './embed.css' with { type: 'text' };
import { convertValues } from './units.js';

// Shows a calculator of the gateway on a page of another site:
// <script src="https://api.example.com/embed.js" data-calculator="bmi"></script>

const script = document.currentScript;
const root = new URL('.', script.src);
const { calculator, language, units, accent, height } = script.dataset;
const complain = (text) => console.error(`Vitalgate: ${text}`);

/** A page that requires Trusted Types allows the policy `vitalgate`. All scripts of a page share it. */
const shared = Symbol.for('vitalgate');
const rules = { createHTML: (text) => text };
if (!globalThis[shared]) globalThis[shared] = globalThis.trustedTypes?.createPolicy('vitalgate', rules) ?? rules;

function parsed(text) {
  const template = document.createElement('template');
  template.innerHTML = globalThis[shared].createHTML(text);
  return template.content;
}

/** Asks the gateway. The values of the form are in the body, never in the address; no cookie goes with them. */
async function ask(options) {
  const address = new URL(`embed/${calculator}`, root);
  address.searchParams.set('lang', language ?? script.closest('[lang]')?.lang ?? 'en');
  if (units === 'imperial') address.searchParams.set('units', units);
  try {
    const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer', ...options });
    return { status: response.status, content: parsed(await response.text()) };
  } catch (error) {
    complain(`${address.origin} did not answer. Is it in connect-src of this page's Content-Security-Policy? ${error}`);
    return null;
  }
}

/** Black or white, whichever contrasts more with the colour (WCAG 2.2, relative luminance). */
function readableOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}

const place = document.createElement('div');
const shadow = place.attachShadow({ mode: 'open' });

function show(content) {
  shadow.replaceChildren(content);
  const { lang, dir } = shadow.firstElementChild;
  Object.assign(place, { lang, dir });
  const form = shadow.querySelector('form');
  form.addEventListener('change', ({ target }) => convertValues(form, target));
  form.addEventListener('submit', send);
}

let isBusy = false;

async function send(event) {
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  const answer = await ask({ method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
  isBusy = false;
  if (answer?.status === 200 || answer?.status === 422) {
    show(answer.content);
    (shadow.querySelector('[aria-invalid]') ?? shadow.querySelector('#result')).focus();
  } else {
    const { failed } = shadow.firstElementChild.dataset;
    shadow.querySelector('[role=alert]').replaceChildren(answer?.content ?? failed);
  }
}

/** Places in the shadow tree are unknown to the browser's own jumps. */
shadow.addEventListener('click', (event) => {
  const target = event.target.closest('a')?.getAttribute('href');
  if (!target?.startsWith('#')) return;
  event.preventDefault();
  shadow.getElementById(target.slice(1))?.focus();
});

async function start() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  if (accent !== undefined && !/^#[\da-f]{6}$/i.test(accent)) complain('data-accent needs a colour such as #0f766e.');
  else if (accent !== undefined) {
    place.style.setProperty('--vitalgate-accent', accent);
    place.style.setProperty('--vitalgate-on-accent', readableOn(accent));
  }
  place.style.minBlockSize = `${Number(height) || 30}em`;
  script.after(place);
  const answer = await ask({});
  if (answer?.status === 200) {
    show(answer.content);
    return;
  }
  if (answer) complain(answer.content.textContent.trim());
  place.remove();
}

if (!calculator) complain('the script needs data-calculator, such as data-calculator="bmi".');
else if (script.closest('head')) complain('the script belongs in the body, where the calculator should appear.');
else start();
