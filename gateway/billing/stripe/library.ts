import type { Stripe as Library } from 'stripe';
import type { Secret } from '../../../plugins/sdk/environment/secret.ts';
import { ProviderFailed } from '../provider.ts';

export interface LibraryOptions {
  readonly secretKey: Secret;
  /** Base URL of Stripe's API. */
  readonly apiUrl: string;
  /** Timeout of a whole call in milliseconds; default: 10 s. */
  readonly timeoutMs?: number;
}

/** Users do not wait longer for a page. */
const TIMEOUT_MS = 10_000;

/** Stripe's library consists of some two hundred files, so it is loaded only if payments use Stripe. */
export async function openLibrary({ secretKey, apiUrl, timeoutMs = TIMEOUT_MS }: LibraryOptions): Promise<Library> {
  const { Stripe } = await import('stripe');
  const { protocol, hostname: host, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey.reveal(), {
    protocol: isPlain ? 'http' : 'https',
    host,
    port: port || (isPlain ? 80 : 443),
    // With fetch, the timeout covers the whole call. With Node's HTTP client it would restart with every byte, and a
    // broken call would be repeated.
    httpClient: Stripe.createFetchHttpClient(sendOnce),
    timeout: timeoutMs,
    // The order is stored and resumes when the client repeats it.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * Refuses redirects, which would send the key elsewhere. A JSON body that is not an object would make the library end
 * the process.
 */
async function sendOnce(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const body = await response.text();
  if (!body.startsWith('{')) throw new Error(`${response.status} without a JSON object`);
  return new Response(body, { status: response.status });
}

/** Why a call failed, without the library's error, which contains Stripe's response and may repeat what was sent. */
export function providerFailed({ errors }: Library, error: unknown): ProviderFailed {
  if (error instanceof ProviderFailed) return error;
  if (!(error instanceof errors.StripeError)) return new ProviderFailed('Stripe gave no usable answer');
  const { statusCode, code = 'no code', detail } = error;
  return statusCode === undefined
    ? new ProviderFailed(`Stripe gave no usable answer: ${reasonOf(detail)}`)
    : new ProviderFailed(`Stripe answered ${statusCode}, ${code}`);
}

/** The innermost cause: the message of `fetch` itself is always the same. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause !== undefined) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
