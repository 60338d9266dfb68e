import { readFileSync } from 'node:fs';
import express, { type Router } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../accounts/password.ts';
import { setPasswordByLink } from '../accounts/set-password.ts';
import type { Steps } from '../pipeline/steps.ts';
import type { Records } from '../records/records.ts';

const input = z.strictObject({
  token: z.string().min(1).max(128),
  password: z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD),
});

/** Longest body of a platform call that is a form, in bytes. */
export const LARGEST_FORM = 4_096;

const page = (name: string) => readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8');

/**
 * The page behind a set-password link, and the call it makes. The token stands in the link's fragment: browsers do not
 * send it, so it is in no log of any server on the way, and the page posts it in a body.
 */
export function setPasswordRouter({ send, refuse, clock }: Steps, records: Records): Router {
  const router = express.Router();
  const html = page('set-password.html');
  const script = page('set-password.js');
  const style = page('set-password.css');

  const secured = helmet({
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
  router.get('/set-password', secured, (_req, res) => {
    res.type('html').send(html);
  });
  router.get('/set-password.js', secured, (_req, res) => {
    res.type('js').send(script);
  });
  router.get('/set-password.css', secured, (_req, res) => {
    res.type('css').send(style);
  });

  router.post('/platform/v1/password', express.json({ limit: LARGEST_FORM }), async (req, res) => {
    const parsed = input.safeParse(req.body);
    if (!parsed.success) {
      refuse(req, res, 'password-not-usable', { values: { min: SHORTEST_PASSWORD, max: LONGEST_PASSWORD } });
      return;
    }
    const { token, password } = parsed.data;
    const set = await setPasswordByLink(records, token, password, clock(), req.call.address);
    if (set) send(req, res, 204, [], '');
    else refuse(req, res, 'link-not-valid');
  });
  return router;
}
