import { shownName } from '../../../calculators/kit/index.ts';
import type { Refusal } from '../answers/answers.ts';
import { repeatedMember, writtenMembers } from './json-members.ts';

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether a `Content-Type` says that a body is JSON in UTF-8. */
export function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && JSON_TYPE.test(contentType);
}

/**
 * Most members of a body, all objects together. A batch of 100 has fewer than half as many; reading 60,000 in one
 * object takes 60 ms.
 */
const MOST_MEMBERS = 10_000;

/**
 * Reads the members of a JSON body strictly: UTF-8, an object, and no member twice.
 *
 * @param largest longest body that is taken, in bytes; a body that was cut off must still have one byte more
 */
export function readJsonBody(
  { contentType, body }: { readonly contentType: string | undefined; readonly body: Uint8Array | null },
  largest: number,
): { readonly members: Record<string, unknown> } | Refusal {
  // The length comes first: the gateway does not send a body that is too long to a remote service.
  if (body && body.byteLength > largest) return { code: 'payload-too-large', values: { max: largest } };
  if (!isJson(contentType)) return { code: 'unsupported-media-type' };
  let text: string;
  let written: number;
  let value: unknown;
  try {
    text = utf8.decode(body ?? new Uint8Array());
    written = writtenMembers(text);
    if (written > MOST_MEMBERS) {
      return { code: 'payload-too-large', values: { max: MOST_MEMBERS }, detail: 'detail_members' };
    }
    value = JSON.parse(text);
  } catch {
    return { code: 'malformed-json' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { code: 'malformed-json' };
  const member = repeatedMember(text, value, written);
  if (member !== null) return { code: 'repeated-member', values: { member: shownName(member) } };
  return { members: value as Record<string, unknown> };
}
