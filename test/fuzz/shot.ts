/** One call: its request, and the expectations of its answer. */
export interface Shot {
  readonly door: string;
  readonly method: string;
  readonly target: string;
  /** Name and value in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
  /** Raw bytes that are sent instead, over a separate connection. */
  readonly raw?: Buffer;
  /** To the admin port. */
  readonly admin?: true;
  /** Why a 2xx would be a breach: an invalid credential, or a record of another client. */
  readonly mustFail?: string;
  /** Ids of the caller's client and its records; every other known id in a 2xx answer is a leak. */
  readonly tenant?: number;
  /** Client that a 2xx answer is charged to. */
  readonly client?: string;
  /** Units that an answer is charged, given its body where the status is 2xx. Default: none. */
  readonly units?: (body: string) => number;
  /** A separate thread does this work: it may answer 503 with a retry, and may take four times as long as a call. */
  readonly inThread?: true;
  /** Name of the route, for the schema of its 2xx answer, such as `GET /api/v1/bmi`. */
  readonly operation?: string;
  /** Secrets that were sent and must not come back. */
  readonly secrets?: readonly string[];
  /** Takes from the answer what later calls need. */
  readonly learn?: (status: number, body: string) => void;
}

/** A complete answer. */
export interface Answer {
  readonly status: number;
  /** By names in lower case; several of one name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Milliseconds from the last byte sent to the last byte read. */
  readonly ms: number;
}

/** The bytes of a shot. */
export function bytesOf({ raw, method, target, headers, body }: Shot): Buffer {
  if (raw !== undefined) return raw;
  let head = `${method} ${target} HTTP/1.1\r\nHost: fuzz\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  if (body !== null) head += `Content-Length: ${body.byteLength}\r\n`;
  const start = Buffer.from(`${head}\r\n`, 'latin1');
  return body === null ? start : Buffer.concat([start, body]);
}

/** A value that may stand in a header: no client of HTTP sends others. */
export function headerValue(text: string): string {
  return text.replace(/[^\x21-\x7e\x80-\xff]/g, '').slice(0, 2_000);
}

/** A query of pairs, encoded. */
export function queryOf(pairs: readonly (readonly [string, unknown])[]): string {
  const encode = (part: unknown) => encodeURIComponent(String(part).toWellFormed()).slice(0, 6_000).replace(/%.?$/, '');
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encode).join('=')).join('&')}`;
}
