import { imperialTwin, localeOf, result, unitOf, unitOfResult, unitText } from '../../../../calculators/kit/index.ts';
import type { Details } from '../../docs/calculator-pages/explained-examples.ts';
import { type Html, html, Html as Markup } from '../../frame/html.ts';
import { labelOf } from './filled.ts';
import type { CalculatorView } from './view.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members of an answer that are no results. */
const FRAME = new Set([
  ...['profile', 'language', '_api_metadata_', 'details', 'notice', 'warnings'],
  ...['by_method', 'method', 'left_out'],
]);

/** The result: the main value large, its class, the other results, warnings, the picture with its figures. */
export function resultOf(view: CalculatorView): Html {
  const { answer, say, isExample } = view;
  const heading = say(isExample ? 'portal.result.example' : 'portal.result.heading');
  return html`<section class="card" id="result" aria-labelledby="result-heading"${!isExample && new Markup(' data-own')}>
<h2 id="result-heading">${heading}</h2>
${outcomeOf(view)}
${answer !== null && !isExample && html`<p class="share"><button type="button" class="quiet" data-share data-done="${say('frame.copied')}">${say('portal.result.copy_link')}</button> <span class="hint">${say('portal.result.link_note')}</span></p>`}
</section>`;
}

/** The results of a calculation, or the mistakes in its values. */
export function outcomeOf(view: CalculatorView): Html {
  return view.answer === null ? mistakesOf(view) : resultsOf(view, view.answer);
}

function mistakesOf(view: CalculatorView): Html {
  const { say, filled } = view;
  const lines = [...filled.mistakes].map(
    ([name, text]) => html`<li><a href="#${name}">${labelOf(view, name)}</a>: ${text}</li>`,
  );
  return html`<div class="notice" role="status"><p>${say('portal.result.mistakes')}</p><ul>${lines}${filled.others.map((text) => html`<li>${text}</li>`)}</ul></div>`;
}

/** A result as it is shown: in imperial units under the name of its twin. */
interface Shown {
  readonly label: string;
  readonly name: string;
  readonly value: unknown;
}

function shownOf({ words, filled }: CalculatorView, answer: Members): Shown[] {
  const names = Object.keys(answer).filter((name) => !FRAME.has(name) && !name.endsWith('_label'));
  const twinOf = (name: string) => (filled.units === 'imperial' ? imperialTwin(name)?.name : undefined);
  const twins = new Set(names.map(twinOf));
  return names
    .filter((name) => !twins.has(name))
    .map((name) => {
      const twin = twinOf(name);
      const shown = twin !== undefined && twin in answer ? twin : name;
      return { label: words.result(name).label, name: shown, value: answer[shown] };
    });
}

function resultsOf(view: CalculatorView, answer: Members): Html {
  const members = shownOf(view, answer);
  const main = members.find(({ value }) => typeof value === 'number' || typeof value === 'string');
  const label = members.find(({ name }) => isClass(view, name) && `${name}_label` in answer);
  const rest = members.filter((member) => member !== main && member !== label);
  const { warnings = [], notes = [] } = (answer.details as Partial<Details> | undefined) ?? {};
  const shown = ({ name, value }: Shown) => valueText(view, answer, name, value);
  return html`<div class="answer" role="status">
${main && html`<p class="main"><span class="name">${main.label}</span> <strong>${shown(main)}</strong></p>`}
${label && label !== main && html`<p class="class">${String(answer[`${label.name}_label`] ?? '')}</p>`}
</div>
${answer.notice !== undefined && html`<p class="warning">${String(answer.notice)}</p>`}
${pictureOf(view)}
${rest.length > 0 && html`<dl class="facts">${rest.map((one) => html`<div><dt>${one.label}</dt><dd>${shown(one)}</dd></div>`)}</dl>`}
${methodsOf(view, answer.by_method)}
${warnings.map((text) => html`<p class="warning">${text}</p>`)}
${notes.map((text) => html`<p class="hint">${text}</p>`)}`;
}

function pictureOf({ picture, say }: CalculatorView): Html | null {
  if (picture === null) return null;
  const { svg, figures } = picture;
  return html`<figure class="picture">${new Markup(svg)}<figcaption><details><summary>${say('portal.result.figures')}</summary>${figuresOf(figures)}</details></figcaption></figure>`;
}

/** Whether a result is the class of a number, not any other key. */
function isClass({ calculator }: CalculatorView, name: string): boolean {
  const schema = calculator.output.shape[name];
  return schema !== undefined && result.outputMeta.get(result.unwrapOutput(schema as never))?.classes !== undefined;
}

function figuresOf(figures: readonly (readonly string[])[]): Html {
  const rows = figures.map(
    ([name, ...numbers]) =>
      html`<tr><th scope="row">${name ?? ''}</th>${numbers.map((number) => html`<td>${number}</td>`)}</tr>`,
  );
  return html`<table>${rows}</table>`;
}

/** A value of the answer: a number with its unit, a label, a range, or a table. */
function valueText(view: CalculatorView, answer: Members, name: string, value: unknown): Html {
  const { language, calculator } = view;
  const label = answer[`${name}_label`];
  if (typeof label === 'string') return html`${label}`;
  const schema = calculator.output.shape[name];
  const own = schema ? unitOf([name], schema as never) : unitOfResult(name).unit;
  const unit = unitText(calculator.family.messages, language, own);
  const number = (found: number) =>
    found.toLocaleString(localeOf(language), { maximumFractionDigits: 12, useGrouping: false });
  const measured = (text: string) => html`<bdi>${unit === '' ? text : `${text}\u00a0${unit}`}</bdi>`;
  if (typeof value === 'number') return measured(number(value));
  if (Array.isArray(value)) return rowsOf(view, value);
  if (typeof value !== 'object' || value === null) return html`<bdi>${value === null ? '–' : String(value)}</bdi>`;
  const { min, max } = value as { min?: unknown; max?: unknown };
  if (typeof min === 'number' && typeof max === 'number') return measured(`${number(min)} – ${number(max)}`);
  const entries = Object.entries(value).filter(([key]) => !key.endsWith('_label'));
  const isTable = entries.every(([, row]) => typeof row === 'object' && row !== null);
  if (isTable)
    return rowsOf(
      view,
      entries.map(([, row]) => row),
    );
  return html`<ul class="plain">${entries.map(([key, inner]) => html`<li>${view.words.result(key).label}: ${valueText(view, value as Members, key, inner)}</li>`)}</ul>`;
}

/** Rows with the same members, as a table. */
function rowsOf(view: CalculatorView, rows: readonly unknown[]): Html {
  if (rows.some((row) => typeof row !== 'object' || row === null)) {
    return html`<ul class="plain">${rows.map((row) => html`<li>${valueText(view, {}, '', row)}</li>`)}</ul>`;
  }
  const members = rows as readonly Members[];
  const names = [...new Set(members.flatMap((row) => Object.keys(row)))].filter((name) => !name.endsWith('_label'));
  const heads = names.map((name) => html`<th scope="col">${view.words.result(name).label}</th>`);
  const lines = members.map(
    (row) =>
      html`<tr>${names.map((name) => html`<td>${name in row ? valueText(view, row, name, row[name]) : ''}</td>`)}</tr>`,
  );
  return html`<div class="table" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** The results of every equation, one below the other. */
function methodsOf(view: CalculatorView, byMethod: unknown): Html | false {
  if (typeof byMethod !== 'object' || byMethod === null) return false;
  const rows = Object.entries(byMethod as Record<string, Members>);
  const names = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))].filter((name) => !name.endsWith('_label'));
  const heads = names.map((name) => html`<th scope="col">${view.words.result(name).label}</th>`);
  const lines = rows.map(
    ([key, row]) =>
      html`<tr><th scope="row">${view.words.equation(key)}</th>${names.map((name) => html`<td>${name in row ? valueText(view, row, name, row[name]) : ''}</td>`)}</tr>`,
  );
  return html`<div class="table" tabindex="0"><table><thead><tr><th scope="col">${view.say('openapi.equations')}</th>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
