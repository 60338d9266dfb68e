import type { Texts } from '../../calculation/describe/texts.ts';
import { codeTabs } from '../frame/code-tabs.ts';
import { type Html, html } from '../frame/html.ts';
import type { Media, Operation, Resolve, Response } from './document.ts';
import { cell, prose } from './prose.ts';
import { bodyExample, samplesOf } from './sample.ts';
import { rowOf, type SchemaRow, schemaRows } from './schema-rows.ts';
import { tryForm } from './try-form.ts';

export interface OperationPageOptions {
  readonly resolve: Resolve;
  readonly texts: Texts;
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  /** The ending of an address that keeps the language. */
  readonly query: string;
}

/** A value, and where it stands in a request. */
type Row = SchemaRow & { readonly place?: string };

/** The pages of operations stand this far below the root. */
const TO_ROOT = '../../';

/** The main part of an operation's page: inputs, answers and problems beside the code and a form to try it. */
export function operationBody(operation: Operation, { resolve, texts, baseUrl, query }: OperationPageOptions): Html {
  const { say } = texts;
  const { summary, method, path, description, access, parameters, body, responses } = operation;
  const codes = { heading: say('reference.code'), copy: say('reference.copy'), copied: say('frame.copied') };
  const inputs = parameters.map((one) => ({
    ...rowOf(
      one.name,
      { ...(one.schema && resolve(one.schema)), description: one.description ?? '' },
      one.required === true,
      resolve,
    ),
    place: one.in,
  }));
  return html`<h1>${summary}</h1>
<p class="address" dir="ltr"><span class="method">${method}</span> <code>${path}</code></p>
<div class="operation"><div class="prose">${prose(description)}<p class="hint">${say(ACCESS_TEXTS[access])}</p></div>
<div class="aside">${codeTabs(samplesOf(operation, baseUrl, resolve), codes)}
${tryForm(operation, resolve, texts, { toRoot: TO_ROOT, query })}</div>
<div class="science">
${inputs.length > 0 && section('parameters', say('reference.parameters'), rowsTable(inputs, texts, true))}
${body?.schema && section('body', say('reference.body'), rowsTable(schemaRows(body.schema, resolve), texts, true))}
${section(
  'answers',
  say('reference.answers'),
  responses.filter(isAnswer).map((one) => answerOf(one, resolve, texts)),
)}
${section('problems', say('reference.problems'), problemsTable(responses, texts, query))}
</div>
</div>`;
}

/** What a call needs, in words. */
const ACCESS_TEXTS = {
  key: 'reference.access.key',
  session: 'reference.access.session',
  either: 'reference.access.either',
  open: 'reference.access.open',
};

const isAnswer = ({ status }: Response) => /^[23]/.test(status);

function section(id: string, title: string, content: Html | readonly Html[]): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
}

/** @param isInput a missing input is a mistake, a missing result is not: the table marks what is unusual */
function rowsTable(rows: readonly Row[], { say }: Texts, isInput: boolean): Html {
  const lines = rows.map((row) => {
    const { name, place = 'query', type, isRequired } = row;
    const mark = isInput ? isRequired && 'page.required' : !isRequired && 'page.optional';
    return html`<tr><th scope="row"><code dir="ltr">${name}</code> <span class="type" dir="ltr">${type}${place !== 'query' && ` · ${place}`}</span>${mark !== false && html` <span class="${isInput ? 'needed' : 'optional'}">${say(mark)}</span>`}</th><td>${meaningOf(row, say)}</td></tr>`;
  });
  return html`<div class="table" tabindex="0"><table><thead><tr><th scope="col">${say('page.name')}</th><th scope="col">${say('page.meaning')}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** What a value means, its allowed values if the text does not list them, and its default. */
function meaningOf({ description, values, fallback }: Row, say: Texts['say']): Html {
  const isListed = description.includes('`');
  return html`${cell(description)}${values.length > 0 && !isListed && html`<p dir="ltr">${values.map((value) => html`<code>${value}</code> `)}</p>`}${fallback !== undefined && html`<p class="hint">${say('reference.default')}: <code dir="ltr">${fallback}</code></p>`}`;
}

function answerOf({ status, description = '', content = {} }: Response, resolve: Resolve, texts: Texts): Html {
  const bodies = Object.entries(content).map(([type, media]) => mediaOf(type, media, resolve, texts));
  return html`<h3><span class="status" dir="ltr">${status}</span> ${description}</h3>${bodies}`;
}

function mediaOf(type: string, media: Media, resolve: Resolve, texts: Texts): Html {
  const rows = media.schema ? schemaRows(media.schema, resolve) : [];
  const example = bodyExample(media, resolve);
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<p class="hint" dir="ltr">${type}</p>
${example !== undefined && html`<pre tabindex="0" dir="ltr" aria-label="${texts.say('page.example')}"><code>${text}</code></pre>`}
${rows.length > 0 && rowsTable(rows, texts, false)}`;
}

/** A line for each kind of problem; each links to its page. */
function problemsTable(responses: readonly Response[], { say }: Texts, query: string): Html {
  const lines = responses
    .filter((one) => !isAnswer(one))
    .flatMap(({ status, description = '' }) =>
      [...description.matchAll(/^- `([\w-]+)`: (.*)$/gm)].map(
        ([, code = '', title = '']) =>
          html`<tr><td dir="ltr">${status}</td><td dir="ltr"><a href="${TO_ROOT}docs/errors/${code}${query}"><code>${code}</code></a></td><td>${title}</td></tr>`,
      ),
    );
  return html`<div class="table" tabindex="0"><table><thead><tr><th scope="col">${say('errors.status')}</th><th scope="col">${say('errors.code')}</th><th scope="col">${say('page.meaning')}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}
