import { request } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Instance } from './instance.ts';

/** So long an instance may take to say how it is. */
const ANSWER_MS = 2_000;

/** A service that answers is there, also where it has nothing at the path that it is asked for; 5xx is not well. */
const NOT_WELL = 500;

/** Asks an instance how it is, over a connection of its own. Never throws. */
export function probe({ address }: Instance, path: string): Promise<boolean> {
  const ask = address.protocol === 'https:' ? tlsRequest : request;
  const { hostname, port } = address;
  return new Promise((resolve) => {
    const options = { hostname, port, path, agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
    const question = ask(options, (answer) => {
      answer.on('error', () => undefined);
      answer.resume();
      resolve((answer.statusCode ?? NOT_WELL) < NOT_WELL);
    });
    question.on('error', () => resolve(false));
    question.end();
  });
}
