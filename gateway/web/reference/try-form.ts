import type { Texts } from '../../calculation/describe/texts.ts';
import { flag, type Html, html } from '../frame/html.ts';
import type { Operation, Parameter, Resolve } from './document.ts';
import { bodyExample, exampleOf } from './sample.ts';

/** The way to the root, and the ending of addresses that keeps the language. */
interface Links {
  readonly toRoot: string;
  readonly query: string;
}

/**
 * The form that sends a call from the page; it needs the script. A call of a user that changes something is left out:
 * the dashboard asks before it changes, and this form would not.
 */
export function tryForm(operation: Operation, resolve: Resolve, { say }: Texts, { toRoot, query }: Links): Html {
  const { access, method, path, parameters, body } = operation;
  const isUsers = access === 'session' || path.startsWith('/platform/');
  if (isUsers && method !== 'GET') return html`<p class="hint">${say('reference.try.changes')}</p>`;
  const example = body && bodyExample(body, resolve);
  const takesKey = access === 'key' || access === 'either';
  return html`<form class="card try" id="try" autocomplete="off" data-method="${method}" data-path="${path.slice(1)}" data-root="${toRoot}" data-failed="${say('reference.try.failed')}">
<h2>${say('reference.try.heading')}</h2>
${takesKey && html`<div class="field"><label for="key">${say('reference.try.key')}</label><span class="entry"><input type="password" id="key" autocomplete="off" spellcheck="false" dir="ltr" aria-describedby="key-hint"></span><span class="hint" id="key-hint">${say('reference.try.key_note')} <a href="${toRoot}sign-in${query}#/keys">${say('reference.try.create')}</a></span></div>`}
${access === 'session' && html`<p class="hint">${say('reference.try.session')}</p>`}
${parameters.map((one) => inputOf(one, resolve))}
${body && html`<div class="field"><label for="body">${say('reference.body')}</label><span class="entry"><textarea id="body" rows="8" spellcheck="false" dir="ltr">${example === undefined ? '{}' : JSON.stringify(example, null, 2)}</textarea></span></div>`}
<p class="send"><button>${say('reference.try.send')}</button></p>
<div role="status" id="answer" dir="ltr"></div>
</form>`;
}

function inputOf(parameter: Parameter, resolve: Resolve): Html {
  const { name, required = false, schema } = parameter;
  const id = `in-${name}`;
  const values = (schema && resolve(schema).enum)?.map(String);
  const value = required ? (exampleOf(parameter, resolve) ?? '') : '';
  const attributes = html` id="${id}" name="${name}" data-in="${parameter.in}" dir="ltr"${flag('required', required)}`;
  const options = ['', ...(values ?? [])]
    .filter((one) => one !== '' || !required)
    .map((one) => html`<option value="${one}"${flag('selected', one === value)}>${one}</option>`);
  const control = values
    ? html`<select${attributes}>${options}</select>`
    : html`<input type="text"${attributes} value="${value}">`;
  return html`<div class="field"><label for="${id}"><code dir="ltr">${name}</code></label><span class="entry">${control}</span></div>`;
}
