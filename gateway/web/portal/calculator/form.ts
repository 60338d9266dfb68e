import { type Calculator, describeField, type FieldReader, unitText } from '../../../../calculators/kit/index.ts';
import { DIMENSIONS, toImperial } from '../../../../calculators/kit/units.ts';
import { flag, type Html, html } from '../../frame/html.ts';
import { AS_OF } from './filled.ts';
import type { CalculatorView } from './view.ts';

/** The form of a calculator, made from its fields. It works without script, and posts, so that no address holds a value. */
export function formOf(view: CalculatorView): Html {
  const { say, filled } = view;
  return html`<form method="post" action="${view.here}${view.query}#result" class="card" id="form">
<h2>${say('portal.form.heading')}</h2>
${formControls(view)}
${filled.mistakes.size > 0 && html`<p class="unseen" role="alert">${say('portal.result.mistakes')}</p>`}
</form>`;
}

/** The fields of a form and its button. */
export function formControls(view: CalculatorView): Html {
  const { calculator, say } = view;
  const fields = calculator.fields.map((field) => fieldOf(view, field));
  const hasUnits = calculator.fields.some(({ meta }) => meta.dimension);
  return html`${hasUnits && unitsSwitch(view)}
${fields}
${calculator.earlier.length > 0 && dayOf(view)}
<p class="send"><button>${say('portal.form.calculate')}</button></p>
<p class="hint">${say('portal.form.private')}</p>`;
}

/** The day whose defaults apply, where they have changed. */
function dayOf({ say, filled }: CalculatorView): Html {
  const mistake = filled.mistakes.get(AS_OF);
  const described = [`${AS_OF}-hint`, ...(mistake === undefined ? [] : [`${AS_OF}-mistake`])].join(' ');
  return html`<div class="field">
<label for="${AS_OF}">${say('portal.form.as_of')} <span class="optional">(${say('portal.form.optional')})</span></label>
<span class="entry"><input type="date" id="${AS_OF}" name="${AS_OF}" value="${filled.asOf}" autocomplete="off" aria-describedby="${described}"${mistake !== undefined && html` aria-invalid="true"`}></span>
<span class="hint" id="${AS_OF}-hint">${say('portal.form.as_of_hint')}</span>
${mistake !== undefined && html`<span class="mistake" id="${AS_OF}-mistake">${mistake}</span>`}
</div>`;
}

/** Whether the default of an input depends on the day. */
const hasEarlier = ({ earlier }: Calculator, name: string) => earlier.some(({ defaults }) => name in defaults);

/** A field with a default is filled in already, so it is not called optional. */
function isOptional({ calculator, language }: CalculatorView, field: FieldReader): boolean {
  return !field.required && describeField(calculator, field, language).default === undefined;
}

function unitsSwitch({ say, filled }: CalculatorView): Html {
  const option = (units: 'metric' | 'imperial', key: string) =>
    html`<label><input type="radio" name="units" value="${units}"${flag('checked', filled.units === units)}><span>${say(key)}</span></label>`;
  return html`<fieldset class="switch"><legend>${say('portal.form.units')}</legend>${option('metric', 'portal.form.metric')}${option('imperial', 'portal.form.imperial')}</fieldset>`;
}

function fieldOf(view: CalculatorView, field: FieldReader): Html {
  const { words, say, filled } = view;
  const { name } = field;
  const [label, hint] = words.parted(name);
  const note = hintFor(view, field, hint);
  const mistake = filled.mistakes.get(name);
  const limits = limitsOf(view, field);
  const notes = [note !== '' && html`<span>${note}</span>`, limits].filter((note) => note !== false);
  const described = [notes.length > 0 && `${name}-hint`, mistake !== undefined && `${name}-mistake`].filter(Boolean);
  const attributes = html` id="${name}" name="${name}"${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${mistake !== undefined && html` aria-invalid="true"`}${flag('required', field.required)}`;
  return html`<div class="field">
<label for="${name}">${label}${isOptional(view, field) && html` <span class="optional">(${say('portal.form.optional')})</span>`}</label>
<span class="entry">${controlOf(view, field, attributes)}${unitOf(view, field)}</span>
${notes.length > 0 && html`<span class="hint" id="${name}-hint">${notes}</span>`}
${mistake !== undefined && html`<span class="mistake" id="${name}-mistake">${mistake}</span>`}
</div>`;
}

/** The hint of a field for people: without the words of a choice, which the menu names by their labels. */
export function hintFor({ words }: CalculatorView, { options, name }: FieldReader, hint: string): string {
  const isForPrograms = name === 'method' || options.some((option) => hint.split(/[^\w]+/).includes(option));
  return isForPrograms ? '' : words.labelled(hint);
}

function controlOf(view: CalculatorView, field: FieldReader, attributes: Html): Html {
  const { filled, calculator, language } = view;
  const { name, kind, meta } = field;
  const value = filled.values.get(name) ?? '';
  if (kind === 'choice' || kind === 'boolean') return selectOf(view, field, attributes);
  const fallback = describeField(calculator, field, language).default;
  const placeholder = fallback !== undefined && html` placeholder="${String(fallback)}"`;
  const common = html`${attributes} value="${value}" autocomplete="off"${placeholder}`;
  if (kind === 'date') return html`<input type="date"${common}>`;
  if (kind === 'number' || kind === 'integer') {
    const dimension = meta.dimension && html` data-dimension="${conversion(meta.dimension)}"`;
    return html`<input type="text" inputmode="${kind === 'integer' ? 'numeric' : 'decimal'}" dir="ltr"${common}${dimension}>`;
  }
  return html`<input type="text" dir="ltr"${common}>`;
}

/** The factor and the offset by which the script converts a value when the reader changes the units. */
function conversion(dimension: keyof typeof DIMENSIONS): string {
  const { factor, offset = 0 } = DIMENSIONS[dimension];
  return `${factor},${offset}`;
}

function selectOf(
  { calculator, language, words, say, filled }: CalculatorView,
  field: FieldReader,
  attributes: Html,
): Html {
  const { name, kind, options, required } = field;
  const fallback = hasEarlier(calculator, name) ? undefined : describeField(calculator, field, language).default;
  const chosen = filled.values.get(name) ?? String(fallback ?? '');
  const offered: (readonly [string, string])[] =
    kind === 'boolean'
      ? [
          ['true', say('portal.form.yes')],
          ['false', say('portal.form.no')],
        ]
      : options.map((option) => [option, words.value(name, option)] as const);
  const empty = (!required && fallback === undefined) || chosen === '';
  const all = empty ? [['', say('portal.form.not_given')] as const, ...offered] : offered;
  const entries = all.map(
    ([option, label]) => html`<option value="${option}"${flag('selected', option === chosen)}>${label}</option>`,
  );
  return html`<select${attributes}>${entries}</select>`;
}

/** The unit beside a field. Where it depends on the system both are written, and the style shows the chosen one. */
function unitOf({ calculator, language }: CalculatorView, { meta, kind }: FieldReader): Html | false {
  if (meta.dimension) {
    const { metric, imperial } = DIMENSIONS[meta.dimension];
    return html`<span class="unit metric">${metric}</span><span class="unit imperial">${imperial}</span>`;
  }
  if (meta.unit === undefined || kind === 'date') return false;
  return html`<span class="unit">${unitText(calculator.family.messages, language, meta.unit)}</span>`;
}

/** The bounds of a field, in both systems where they differ. */
function limitsOf({ calculator, language }: CalculatorView, field: FieldReader): Html | false {
  const { min, max } = describeField(calculator, field, language);
  if (min === undefined || max === undefined) return false;
  const { dimension } = field.meta;
  const span = (low: number, high: number, system: string) =>
    html`<span class="${system}" dir="ltr">${`${low} – ${high}`}</span>`;
  if (!dimension) return span(min, max, 'limits');
  const imperial = (value: number) => Number(toImperial(dimension, value).toFixed(2));
  return html`${span(min, max, 'limits metric')}${span(imperial(min), imperial(max), 'limits imperial')}`;
}
