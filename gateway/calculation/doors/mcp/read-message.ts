import { z } from 'zod';
import {
  createReader,
  inputProblemsAnswer,
  LARGEST_BODY,
  problemAnswer,
  readJsonBody,
  type ServiceAnswer,
} from '../../../../plugins/sdk/index.ts';
import type { Call } from '../../../request/call/call.ts';
import { gatewayMessages } from '../../../request/problems/catalogue.ts';

/** The members of a JSON object. The library decides whether the object is a valid message of JSON-RPC 2.0. */
export type Message = Readonly<Record<string, unknown>>;

const controls = createReader(z.object({}));

/**
 * Reads the message of a request. A list of messages is refused: the protocol removed batches in its revision of
 * 2025-06-18.
 */
export function readMessage(
  call: Call,
  body: Uint8Array,
  baseUrl: string,
): { readonly message: Message } | { readonly answer: ServiceAnswer } {
  const { query, language, id: requestId } = call;
  const target = { baseUrl, language, requestId, messages: gatewayMessages };
  if (query === null) return { answer: problemAnswer({ code: 'malformed-query' }, target) };
  const asked = controls.read({ query, body: null });
  if ('problems' in asked) return { answer: inputProblemsAnswer(asked.problems, target) };
  const read = readJsonBody({ contentType: call.headers.contentType, body }, LARGEST_BODY);
  return 'code' in read ? { answer: problemAnswer(read, target) } : { message: read.members };
}
