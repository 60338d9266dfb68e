import { type Calculator, describeField, type Source, unitText } from '../../../../calculators/kit/index.ts';
import { type ExplainedExample, explainedExamples } from '../../docs/calculator-pages/explained-examples.ts';
import { type Html, html } from '../../frame/html.ts';
import { formulas } from './mathml.ts';
import type { CalculatorView } from './view.ts';

/** What the calculator rests on: inputs, limits, equations, classes by method, checked examples, sources. */
export function scienceOf(view: CalculatorView): Html {
  const { calculator, language, say } = view;
  const examples = explainedExamples(calculator, language);
  const remarks = [...new Set(examples.flatMap(({ details }) => [...details.warnings, ...details.notes]))];
  const part = (id: string, heading: string, body: Html | false) =>
    body && html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${body}</section>`;
  return html`<div class="science">
${part('inputs', say('page.inputs'), inputsOf(view))}
${part('avoid', say('portal.avoid.heading'), remarks.length > 0 && html`<ul>${remarks.map((text) => html`<li>${text}</li>`)}</ul>`)}
${part('equations', say('openapi.equations'), equationsOf(view))}
${part('classes', say('page.classes'), classesOf(view, examples))}
${part('examples', say('portal.examples.heading'), examplesOf(view))}
${part('sources', say('openapi.sources'), sourcesOf(calculator))}
</div>`;
}

/** The values that the calculator accepts, with the names of the API and what else there is to know about each. */
function inputsOf({ calculator, language, words, say }: CalculatorView): Html {
  const rows = calculator.fields.map((field) => {
    const { name, unit = '', min, max, allowed } = describeField(calculator, field, language);
    const [label, hint] = words.parted(name);
    const range =
      min === undefined || max === undefined
        ? ''
        : `${min} – ${max} ${unitText(calculator.family.messages, language, unit)}`;
    const values =
      allowed === undefined
        ? html`<bdi>${range.trim()}</bdi>`
        : html`<ul class="plain">${allowed.map((value) => html`<li>${words.value(name, value)} <code>${value}</code></li>`)}</ul>`;
    return html`<tr><th scope="row">${label} <code>${name}</code></th><td>${values}</td><td>${hint}</td></tr>`;
  });
  const heads = ['page.inputs', 'page.values', 'page.meaning'].map((key) => html`<th scope="col">${say(key)}</th>`);
  return html`<div class="table" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Equations that share a formula stand in front of it together. */
function equationsOf({ calculator, words }: CalculatorView): Html {
  const byFormula = Map.groupBy(calculator.equations, ([, { formula }]) => formula);
  const entries = [...byFormula].map(
    ([formula, equations]) =>
      html`<div><dt>${equations.map(([key]) => html`<span id="equation-${key}">${words.equation(key)}</span>`)}</dt>${formulas(formula).map((one) => html`<dd dir="ltr" tabindex="0">${one}</dd>`)}</div>`,
  );
  return html`<dl class="equations">${entries}</dl>`;
}

/** The bounds of every class of the examples, each table once, with the method or the choice that it belongs to. */
function classesOf(view: CalculatorView, examples: readonly ExplainedExample[]): Html | false {
  const tables = new Map<string, ClassTable>();
  for (const { input, details } of examples) {
    for (const [result, bands] of Object.entries(details.classes ?? {})) {
      const key = JSON.stringify([result, bands]);
      const known = tables.get(key) ?? { result, bands, inputs: [] };
      tables.set(key, { ...known, inputs: [...known.inputs, input] });
    }
  }
  if (tables.size === 0) return false;
  const all = [...tables.values()];
  const blocks = all.map((table) => {
    const rows = table.bands.map(
      ({ label, from, to, from_excluded }) =>
        html`<tr><th scope="row">${label}</th><td dir="ltr">${boundsText(table.bands, from, to, from_excluded)}</td></tr>`,
    );
    const siblings = all.filter(({ result }) => result === table.result);
    const caption = [view.words.result(table.result).label, distinctionOf(view, table, siblings)];
    return html`<table class="classes"><caption>${caption.filter((text) => text !== '').join(' · ')}</caption>${rows}</table>`;
  });
  return html`<div class="tables">${blocks}</div>`;
}

interface ClassTable {
  readonly result: string;
  readonly bands: Bands;
  /** Inputs of the examples with this table. */
  readonly inputs: readonly ExplainedExample['input'][];
}

/** The choices that no other table of the result has: the method, the sex. */
function distinctionOf(
  { calculator, words }: CalculatorView,
  table: ClassTable,
  siblings: readonly ClassTable[],
): string {
  const valuesOf = ({ inputs }: ClassTable, name: string, fallback = '') =>
    new Set(inputs.map((input) => String(input[name] ?? fallback)));
  const labels = calculator.fields.flatMap(({ name, kind, options }) => {
    if (kind !== 'choice') return [];
    const fallback = name === 'method' ? options[0] : undefined;
    const own = valuesOf(table, name, fallback);
    const others = siblings.filter((other) => other !== table).map((other) => valuesOf(other, name, fallback));
    const isOwn = others.some((other) => other.isDisjointFrom(own));
    return isOwn ? [...own].filter((value) => value !== '').map((value) => words.value(name, value)) : [];
  });
  return labels.join(', ');
}

type Bands = NonNullable<ExplainedExample['details']['classes']>[string];

const signed = (value: number) => String(value).replace('-', '−');

function boundsText(bands: Bands, from: number | null, to: number | null, excluded?: true): string {
  const low = from === null ? '' : `${excluded ? '>' : '≥'} ${signed(from)}`;
  const high = to === null ? '' : `${bands.find((next) => next.from === to)?.from_excluded ? '≤' : '<'} ${signed(to)}`;
  return [low, high].filter((text) => text !== '').join(', ');
}

function examplesOf({ calculator, words, say, language }: CalculatorView): Html {
  const text = (value: unknown): string => {
    if (typeof value === 'object' && value !== null) return Object.values(value).map(text).join(' – ');
    return String(value);
  };
  const items = calculator.examples.map(({ input, output, origin }) => {
    const answer = calculator.answer(input, { language });
    const labelOf = (name: string, value: unknown) => {
      const label = 'body' in answer ? answer.body[`${name}_label`] : undefined;
      return typeof value === 'string' && typeof label === 'string' ? label : undefined;
    };
    const given = Object.entries(input).map(([name, value]) => {
      const { label, unit } = words.input(name);
      const isChoice = calculator.fields.some((field) => field.name === name && field.kind === 'choice');
      const shown = isChoice ? words.value(name, String(value)) : text(value);
      return html`<li>${label}: <bdi>${unit === '' || typeof value === 'string' ? shown : `${shown}\u00a0${unit}`}</bdi></li>`;
    });
    const found = Object.entries(output)
      .filter(([, value]) => !Array.isArray(value))
      .slice(0, 3)
      .map(
        ([name, value]) =>
          html`<li><strong>${words.result(name).label}: <bdi>${labelOf(name, value) ?? text(value)}</bdi></strong></li>`,
      );
    return html`<li><ul class="plain">${given}${found}</ul><p class="hint">${say('portal.examples.check')}: <bdi lang="en">${origin}</bdi></p></li>`;
  });
  return html`<ol class="examples">${items}</ol>`;
}

function sourcesOf({ equations, sources }: Calculator): Html {
  const cited: Source[] = [...equations.flatMap(([, equation]) => equation.sources), ...sources];
  const all = new Map(cited.map((source) => [source.citation, source])).values().toArray();
  const items = all.map(
    ({ citation, doi }) =>
      html`<li>${citation}${doi !== undefined && html`. <a href="https://doi.org/${doi}" rel="noreferrer">doi:${doi}</a>`}</li>`,
  );
  return html`<ul class="sources" lang="en" dir="ltr">${items}</ul>`;
}
