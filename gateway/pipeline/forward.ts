import type { RequestHandler } from 'express';
import { forwardRemote } from './forward-remote.ts';
import type { Steps } from './steps.ts';

/** The last step: an admitted call gets the answer that was computed for it, or that its service gives. */
export function forward(steps: Steps): RequestHandler {
  const { send, refuse } = steps;
  return (req, res) => {
    const { answer, route, reservation, steps: timer } = req.call;
    timer?.enter('forward');
    const forwarding = route?.forwarding ?? null;
    if (answer !== null) send(req, res, answer.status, flattened(answer.headers), answer.body);
    else if (route === null || forwarding === null || reservation === null) refuse(req, res, 'internal-error');
    else forwardRemote(steps, req, res, { route, forwarding, reservation });
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
