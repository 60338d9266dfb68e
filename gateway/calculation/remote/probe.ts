import { request } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Instance } from './instance.ts';

/** How long an instance may take to answer, in milliseconds. */
const ANSWER_MS = 2_000;

/** A status from here on means that the instance is unhealthy. Any lower status is healthy, even a 404. */
const NOT_WELL = 500;

/** Probes the health of an instance over a new connection, because all others may be busy. Never rejects. */
export function probe({ url }: Pick<Instance, 'url'>, path: string): Promise<boolean> {
  const ask = url.protocol === 'https:' ? tlsRequest : request;
  return new Promise((resolve) => {
    const options = { agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
    const question = ask(new URL(path, url), options, (answer) => {
      answer.on('error', () => undefined);
      answer.resume();
      resolve((answer.statusCode ?? NOT_WELL) < NOT_WELL);
    });
    question.on('error', () => resolve(false));
    question.end();
  });
}
