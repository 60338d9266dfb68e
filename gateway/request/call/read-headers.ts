import type { HeaderPicker } from '../../marketplace/header-names.ts';
import type { CallHeaders } from './call.ts';

/**
 * Reads only the headers that the gateway knows. Requests to services are built from the call, so a header that is not
 * read here cannot reach a service: `X-Gateway-*`, hop-by-hop headers, the headers listed in `Connection`, `Expect`,
 * cookies.
 *
 * @param raw `rawHeaders`, which preserve a repeated `X-API-Key` and spare Node the work of building its parsed object
 */
export function readHeaders(raw: readonly string[], picker: HeaderPicker): CallHeaders {
  let marketplace: Map<string, string | null> | null = null;
  const headers: CallHeaders = {
    apiKey: undefined,
    apiKeyRepeated: false,
    authorization: undefined,
    accept: undefined,
    acceptLanguage: undefined,
    contentType: undefined,
    contentLength: undefined,
    transferEncoding: undefined,
    idempotencyKey: undefined,
    forwardedProto: undefined,
    forwardedFor: undefined,
    traceparent: undefined,
    upgrade: undefined,
    origin: undefined,
    host: undefined,
    hostRepeated: false,
    marketplace: null,
  };
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    if (picker.mayBe(name)) marketplace = picker.pick(name, value, marketplace);
    switch (name.length) {
      case 4:
        if (isNamed(name, 'host')) {
          headers.hostRepeated = headers.host !== undefined;
          headers.host = value;
        }
        break;
      case 6:
        if (isNamed(name, 'accept')) headers.accept = joined(headers.accept, value);
        else if (isNamed(name, 'origin')) headers.origin = joined(headers.origin, value);
        break;
      case 7:
        if (isNamed(name, 'upgrade')) headers.upgrade = value;
        break;
      case 9:
        if (isNamed(name, 'x-api-key')) {
          headers.apiKeyRepeated = headers.apiKey !== undefined;
          headers.apiKey = value;
        }
        break;
      case 11:
        if (isNamed(name, 'traceparent')) headers.traceparent = value;
        break;
      case 12:
        if (isNamed(name, 'content-type')) headers.contentType = value;
        break;
      case 13:
        if (isNamed(name, 'authorization')) headers.authorization = joined(headers.authorization, value);
        break;
      case 14:
        if (isNamed(name, 'content-length')) headers.contentLength = value;
        break;
      case 15:
        if (isNamed(name, 'accept-language')) headers.acceptLanguage = value;
        else if (isNamed(name, 'x-forwarded-for')) headers.forwardedFor = joined(headers.forwardedFor, value);
        else if (isNamed(name, 'idempotency-key')) headers.idempotencyKey = joined(headers.idempotencyKey, value);
        break;
      case 17:
        if (isNamed(name, 'x-forwarded-proto')) headers.forwardedProto = joined(headers.forwardedProto, value);
        else if (isNamed(name, 'transfer-encoding')) headers.transferEncoding = value;
        break;
    }
  }
  headers.marketplace = marketplace;
  return headers;
}

function isNamed(name: string, lowerCase: string): boolean {
  return name === lowerCase || name.toLowerCase() === lowerCase;
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}
