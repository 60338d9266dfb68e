import { readFileSync } from 'node:fs';
import express, { type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { directionOf, LANGUAGES, type Language, nameOfLanguage } from '../../../calculators/kit/index.ts';
import { contentOf } from '../content/content.ts';
import { KeptPages } from '../content/kept-pages.ts';
import { serve } from '../content/send.ts';
import { platformMessages } from './texts.ts';

const file = (name: string) => readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8');

/** The style tokens (colours and measures) of the dashboard, shared by every page for people. */
const TOKENS = new URL('../../../dashboard/style/tokens.css', import.meta.url);

/** The pages behind mailed or printed links. */
const PAGES = ['set-password', 'invitation', 'sign-up', 'confirm-email', 'undo-email'] as const;

const secured = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

/**
 * Serves the pages behind links. The secret is in the fragment of the link. Browsers do not send the fragment, so no
 * server logs it; the page posts it in a body.
 */
export function linkPages(): Router {
  const router = express.Router();
  const template = file('link.html');
  const script = file('link.js');
  const style = readFileSync(TOKENS, 'utf8') + file('link.css');
  const kept = new KeptPages();
  const html =
    (page: string): RequestHandler =>
    (req, res) => {
      const { language } = req.call;
      res.set({ 'Content-Language': language, Vary: 'Accept-Language' });
      kept.send(req, res, `${page} ${language}`, () => written(template, page, language));
    };
  for (const page of PAGES) router.get(`/${page}`, secured, html(page));
  router.get('/link.js', secured, serve(contentOf('text/javascript; charset=utf-8', script)));
  router.get('/link.css', secured, serve(contentOf('text/css; charset=utf-8', style)));
  return router;
}

/** Fills the template: a placeholder `{name}` is a text of the page, or a text that all pages share. */
function written(template: string, page: string, language: Language): string {
  const direction = directionOf(language);
  return template
    .replace('lang="en" dir="ltr"', `lang="${language}" dir="${direction}"`)
    .replace('{languages}', optionsOf(language))
    .replace(/\{([\w-]+)\}/g, (_place, name: string) => (name === 'page' ? page : textOf(page, name, language)));
}

/** The choices of the language menu. */
function optionsOf(language: Language): string {
  const options = LANGUAGES.map((tag) => {
    const selected = tag === language ? ' selected' : '';
    return `<option value="${tag}" lang="${tag}"${selected}>${nameOfLanguage(tag)}</option>`;
  });
  return options.join('');
}

function textOf(page: string, name: string, language: Language): string {
  const own = `pages.${page}.${name}`;
  const key = platformMessages.find('en', own) === undefined ? `pages.${name}` : own;
  return escapeHtml(platformMessages.text(language, key));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
