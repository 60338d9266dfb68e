import { request } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Instance } from './instance.ts';

/** How long an instance may take to answer, in milliseconds. */
const ANSWER_MS = 2_000;

/** From this status on an instance is not well. Any other answer will do, also a 404. */
const NOT_WELL = 500;

/** Asks an instance whether it is well, over a new connection. Never throws. */
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
