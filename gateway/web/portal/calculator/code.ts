import { type Html, html } from '../../frame/html.ts';
import type { CalculatorView } from './view.ts';

/** The same calculation as a program: each language as a tab that needs no script. */
export function codeOf(view: CalculatorView): Html {
  const { say } = view;
  const samples = samplesOf(view);
  const tabs = samples.map(
    ([name], at) =>
      html`<label><input type="radio" name="code" value="${String(at)}"${at === 0 && html` checked`}><span>${name}</span></label>`,
  );
  const blocks = samples.map(
    ([name, code]) =>
      html`<div class="code"><pre tabindex="0" aria-label="${name}" dir="ltr"><code>${code}</code></pre><button type="button" class="quiet" data-copy data-done="${say('frame.copied')}">${say('portal.copy')}</button></div>`,
  );
  return html`<section class="card codes" aria-labelledby="code-heading">
<h2 id="code-heading">${say('portal.code.heading')}</h2>
<fieldset class="switch"><legend class="unseen">${say('portal.code.heading')}</legend>${tabs}</fieldset>
${blocks}
</section>`;
}

function samplesOf({
  filled,
  calculator,
  language,
  path,
  baseUrl,
}: CalculatorView): (readonly [name: string, code: string])[] {
  const controls = [
    ...(language === 'en' ? [] : [`lang=${language}`]),
    ...(filled.units === 'imperial' ? ['units=imperial'] : []),
  ].join('&');
  const address = `${baseUrl}${path}${controls === '' ? '' : `?${controls}`}`;
  const inputs = Object.fromEntries(
    calculator.fields.flatMap(({ name, kind }) => {
      const text = filled.values.get(name);
      return text === undefined || text === '' ? [] : [[name, jsonOf(text, kind)]];
    }),
  );
  const json = JSON.stringify(inputs);
  const python = `{${Object.entries(inputs)
    .map(([name, value]) => `${JSON.stringify(name)}: ${pythonOf(value)}`)
    .join(', ')}}`;
  const fetched = (type: string) => `const response = await fetch("${address}", {
  method: "POST",
  headers: { "X-API-Key": key, "Content-Type": "application/json" },
  body: JSON.stringify(${json}),
});
const answer${type} = await response.json();`;
  return [
    ['curl', `curl -H "X-API-Key: $KEY" --json '${json.replaceAll("'", "'\\''")}' "${address}"`],
    ['JavaScript', fetched('')],
    ['TypeScript', fetched(': Record<string, unknown>')],
    [
      'Python',
      `import json, os, urllib.request

request = urllib.request.Request(
    "${address}",
    json.dumps(${python}).encode(),
    {"X-API-Key": os.environ["KEY"], "Content-Type": "application/json"},
)
answer = json.load(urllib.request.urlopen(request))`,
    ],
  ];
}

function jsonOf(text: string, kind: string): unknown {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'series') return text.split(',').map(Number);
  const isNumber = kind === 'number' || kind === 'integer' || (kind === 'time' && !text.includes(':'));
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

function pythonOf(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
