import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ItemAnswer } from '../../engine/item-answer.ts';

/** An answer as a tool gives it: as data for programs, and the same as text for models that read nothing else. */
export function toolResult({ status, body, retryAfter }: ItemAnswer): CallToolResult {
  const answered: unknown = JSON.parse(body);
  const value = retryAfter === undefined ? answered : { ...Object(answered), retry_after: retryAfter };
  const text = retryAfter === undefined ? body : JSON.stringify(value);
  return {
    content: [{ type: 'text', text }],
    // Until its revision of 2026-07-28 the protocol knew objects alone.
    ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? { structuredContent: value } : {}),
    ...(status < 300 ? {} : { isError: true }),
  };
}
