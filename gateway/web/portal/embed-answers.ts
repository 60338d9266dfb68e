import type { Request, Response } from 'express';
import type { Language, UnitSystem } from '../../../calculators/kit/index.ts';
import { KeptPages, sendOnce } from '../content/kept-pages.ts';
import type { Answer } from '../content/send.ts';
import type { Placed } from '../docs/calculator-pages/placed.ts';
import { html } from '../frame/html.ts';
import { languageOf } from '../frame/response.ts';
import { embedFragment } from './calculator/embed-fragment.ts';
import { viewOf } from './calculator/filled.ts';
import { portalTexts } from './frame/texts.ts';
import { refusalTexts } from './refusal-page.ts';
import type { keylessDoor } from './submission.ts';

/** The folder of the fragments. */
const FOLDER = '/embed/';

export interface EmbedOptions {
  readonly placed: readonly Placed[];
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  /** Origins whose pages may show calculators, besides the gateway's own. */
  readonly origins: ReadonlySet<string>;
  readonly door: ReturnType<typeof keylessDoor>;
}

/**
 * Answers `embed.js` on pages of other sites: `GET /embed/bmi` with the empty form, `POST` with the result. Cookies and
 * keys are neither read nor allowed. A refusal may be read by any page, so that the script can tell the owner of the
 * site what is wrong.
 *
 * @returns the answer to a request, or `undefined` for a path that is no calculator's
 */
export function embedAnswers({ placed, baseUrl, origins, door }: EmbedOptions): (path: string) => Answer {
  const kept = new KeptPages();
  const byPath = new Map(placed.map((one) => [`${FOLDER}${one.page}`, one]));
  const isAllowed = ({ headers: { origin, 'sec-fetch-site': site } }: Request) =>
    origin === undefined || site === 'same-origin' || origin === new URL(baseUrl).origin || origins.has(origin);

  async function calculated(one: Placed, req: Request, res: Response): Promise<void> {
    const language = languageOf(req);
    res.set('X-Robots-Tag', 'noindex');
    const submission = await door(req, one.calculator);
    if ('refused' in submission) {
      const { refused, status, seconds } = submission;
      if (status === 429) res.set('Retry-After', String(seconds));
      const { heading, text } = refusalTexts(language, refused, { seconds });
      sendOnce(req, res, status, html`<p><strong>${heading}</strong> ${text}</p>`.text);
      return;
    }
    const view = viewOf(one, language, submission.submitted);
    sendOnce(req, res, view.answer === null ? 422 : 200, embedFragment(view, true));
  }

  return (path) => async (req, res) => {
    const { origin } = req.headers;
    const language = languageOf(req);
    const { say } = portalTexts(language);
    res.set('Content-Language', language).vary('Origin').vary('Accept-Language');
    if (origin !== undefined)
      res.set({ 'Access-Control-Allow-Origin': origin, 'Cross-Origin-Resource-Policy': 'cross-origin' });
    const refuse = (status: number, text: string) => sendOnce(req, res, status, html`<p>${text}</p>`.text);
    const one = byPath.get(path);
    if (!isAllowed(req)) refuse(403, say('portal.embed.origin', { origin: origin ?? '' }));
    else if (one === undefined) refuse(404, say('portal.embed.unknown', { name: path.slice(FOLDER.length) }));
    else if (req.method === 'POST') await calculated(one, req, res);
    else {
      const units = unitsOf(req);
      kept.send(req, res, `${path} ${language} ${units}`, () => emptyForm(one, language, units));
    }
  };
}

function emptyForm(one: Placed, language: Language, units: UnitSystem): string {
  const view = viewOf(one, language, { units, values: new Map(), asOf: '' });
  return embedFragment({ ...view, filled: { ...view.filled, mistakes: new Map(), others: [] } }, false);
}

const unitsOf = ({ url }: Request): UnitSystem => (/[?&]units=imperial(&|$)/.test(url) ? 'imperial' : 'metric');
