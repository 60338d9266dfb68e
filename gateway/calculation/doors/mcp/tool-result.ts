import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ItemAnswer } from '../../engine/item-answer.ts';

/** Writes an answer as the result of a tool: as structured data, and as text for clients that read only text. */
export function toolResult({ status, body, retryAfter }: ItemAnswer): CallToolResult {
  const answered: unknown = JSON.parse(body);
  const value = retryAfter === undefined ? answered : { ...Object(answered), retry_after: retryAfter };
  const text = retryAfter === undefined ? body : JSON.stringify(value);
  return {
    content: [{ type: 'text', text }],
    // Before its revision of 2026-07-28 the protocol allowed only objects.
    ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? { structuredContent: value } : {}),
    ...(status < 300 ? {} : { isError: true }),
  };
}
