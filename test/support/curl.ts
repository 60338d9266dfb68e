import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The answer to curl: the status, and the body as JSON, or as text if it is not JSON. */
export interface CurlAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls an address with curl, like a customer; with `json` by POST. */
export async function curl(url: string, key: string, json?: object): Promise<CurlAnswer> {
  const post = json === undefined ? [] : ['--json', JSON.stringify(json)];
  const { stdout } = await run('curl', ['-sS', '-w', '\n%{http_code}', '-H', `X-API-Key: ${key}`, ...post, url]);
  const cut = stdout.lastIndexOf('\n');
  const text = stdout.slice(0, cut);
  return { status: Number(stdout.slice(cut + 1)), body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}
