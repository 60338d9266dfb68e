import { isJson, readJsonBody } from '../../../plugins/sdk/index.ts';
import { readBody } from '../../../plugins/sdk/server/read-body.ts';
import type { GatewayRequest } from '../../request/call/gateway-request.ts';
import { PlatformProblem } from './platform-problem.ts';

/** Maximum size of the body of a platform call, in bytes. */
const LARGEST_FORM = 16_384;

/**
 * Reads the members of a JSON body. @throws PlatformProblem unless the body is a JSON object without repeated members
 */
export async function readJsonObject(req: GatewayRequest): Promise<Readonly<Record<string, unknown>>> {
  const { contentType } = req.call.headers;
  if (!isJson(contentType)) throw new PlatformProblem('unsupported-media-type');
  const read = readJsonBody({ contentType, body: await readBytes(req, LARGEST_FORM) }, LARGEST_FORM);
  if ('code' in read) throw new PlatformProblem(read.code, read);
  return read.members;
}

/** Maximum size of an unparsed body, in bytes: a report may contain many findings. */
const LARGEST_REPORT = 1_048_576;

/** Reads the bytes of a body without parsing it. @throws PlatformProblem 413 */
export async function readReport(req: GatewayRequest): Promise<Uint8Array> {
  const body = await readBytes(req, LARGEST_REPORT);
  if (body.byteLength > LARGEST_REPORT)
    throw new PlatformProblem('payload-too-large', { values: { max: LARGEST_REPORT } });
  return body;
}

function readBytes(req: GatewayRequest, limit: number): Promise<Uint8Array> {
  return new Promise((resolve) => readBody(req, limit, resolve));
}
