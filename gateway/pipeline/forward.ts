import type { RequestHandler } from 'express';
import type { Steps } from './steps.ts';

/** The last step: an admitted call gets the answer that was computed for it. */
export function forward({ send, refuse }: Steps): RequestHandler {
  return (req, res) => {
    const { answer, steps } = req.call;
    steps?.enter('forward');
    if (answer === null) refuse(req, res, 'internal-error');
    else send(req, res, answer.status, flattened(answer.headers), answer.body);
  };
}

/** Services answer the same header objects again and again: each is flattened once. */
const flat = new WeakMap<object, readonly string[]>();

function flattened(headers: Readonly<Record<string, string>>): readonly string[] {
  let list = flat.get(headers);
  if (!list) {
    list = Object.entries(headers).flat();
    flat.set(headers, list);
  }
  return list;
}
