import type { Request } from 'express';
import { repeatedMember, shownName } from '../../../calculators/kit/index.ts';
import { takeBody } from '../../pipeline/body.ts';
import { PlatformProblem } from './platform-problem.ts';

/** Longest body of a platform call, in bytes. */
export const LARGEST_FORM = 16_384;

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The members of a JSON body. @throws Refused for everything that is none, or has a member twice */
export async function readJsonObject(req: Request): Promise<Record<string, unknown>> {
  const { contentType } = req.call.headers;
  if (contentType === undefined || !JSON_TYPE.test(contentType)) throw new PlatformProblem('unsupported-media-type');
  const bytes = await readBytes(req, LARGEST_FORM);
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new PlatformProblem('malformed-json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new PlatformProblem('malformed-json');
  const member = repeatedMember(text, value);
  if (member !== null) throw new PlatformProblem('repeated-member', { values: { member: shownName(member) } });
  return value as Record<string, unknown>;
}

/** Longest body that is taken as it stands, in bytes: a report may hold many findings. */
const LARGEST_REPORT = 1_048_576;

/** The bytes of a body that is taken as it stands. @throws Refused 413 */
export function readReport(req: Request): Promise<Uint8Array> {
  return readBytes(req, LARGEST_REPORT);
}

function readBytes(req: Request, max: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    takeBody(req, { whole: max, limit: max }, (body) => {
      if (body instanceof Uint8Array) {
        resolve(body);
        return;
      }
      if (typeof body !== 'string') body.destroy();
      reject(new PlatformProblem('payload-too-large', { values: { max } }));
    });
  });
}
