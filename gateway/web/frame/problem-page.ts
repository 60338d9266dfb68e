import type { IncomingMessage } from 'node:http';
import type { Problem, ProblemPage } from '../../request/respond/respond.ts';
import { encoded, encodingFor } from '../content/encoding.ts';
import { html } from './html.ts';
import { framedPage, languageQuery, rootFrom, type Site } from './page.ts';
import { PAGE_POLICY } from './response.ts';
import { frameTexts } from './texts.ts';

const POLICY = Object.entries(PAGE_POLICY)
  .map(([name, values]) => `${name} ${values.join(' ')}`)
  .join(';');

/** The pages that browsers get in place of a problem in JSON: what went wrong, in words, and the way home. */
export function problemPages(site: Site): (req: IncomingMessage, problem: Problem) => ProblemPage {
  return (req, problem) => {
    const encoding = encodingFor(req);
    const headers = ['Content-Type', 'text/html; charset=utf-8', 'Content-Language', problem.language];
    headers.push('Vary', 'Accept, Accept-Language, Accept-Encoding', 'Content-Security-Policy', POLICY);
    headers.push('Referrer-Policy', 'no-referrer');
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const sent = encoded(Buffer.from(problemPage(site, problem)), encoding);
    return { headers, body: Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength) };
  };
}

/** The page of a problem. Its addresses hold nothing of the request's own: anybody may link to any path here. */
function problemPage(
  site: Site,
  { status, code, title, detail, language, path, requestId, mistakes }: Problem,
): string {
  const { say } = frameTexts(language);
  const root = rootFrom(path);
  const query = languageQuery(language);
  const body = html`<div class="problem"><p class="status">${status}</p>
<h1>${title}</h1>
<p class="lead">${detail}</p>
${mistakes.length > 0 && html`<ul>${mistakes.map((mistake) => html`<li>${mistake}</li>`)}</ul>`}
<p class="actions">${site.hasHome && html`<a class="button" href="${root}${query}">${say('frame.error.home')}</a> `}<a class="button quiet" href="${root}docs/calculators/${query}">${say('frame.calculators')}</a> <a class="button quiet" href="${root}docs/errors/${code}${query}">${say('frame.error.about')}</a></p>
<p class="hint">${say('frame.error.request', { id: requestId })}</p></div>`;
  return framedPage({ site, language, title, description: detail, path, body, own: true });
}
