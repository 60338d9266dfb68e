import type { Stripe as Library } from 'stripe';
import type { Secret } from '../../../plugins/sdk/environment/secret.ts';
import { ProviderFailed } from '../provider.ts';

export interface LibraryOptions {
  readonly secretKey: Secret;
  /** Where Stripe answers. */
  readonly apiUrl: string;
  /** Milliseconds that an answer may take, the whole of it; default: 10 s. */
  readonly patience?: number;
}

/** Longer nobody waits in front of a page. */
const PATIENCE_MS = 10_000;

/** Stripe's own library, of some two hundred files: it is loaded here, and so only where payments go by Stripe. */
export async function openLibrary({ secretKey, apiUrl, patience = PATIENCE_MS }: LibraryOptions): Promise<Library> {
  const { Stripe } = await import('stripe');
  const { protocol, hostname: host, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey.reveal(), {
    protocol: isPlain ? 'http' : 'https',
    host,
    port: port || (isPlain ? 80 : 443),
    // So the time is that of the whole call. By Node's client it begins anew with every byte, and a broken call is made again.
    httpClient: Stripe.createFetchHttpClient(sendOnce),
    timeout: patience,
    // An order is kept, and goes on when it is given again.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** Follows nobody elsewhere with the key. Of JSON that is no object the library would end the process. */
async function sendOnce(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const body = await response.text();
  if (!body.startsWith('{')) throw new Error(`${response.status} without a JSON object`);
  return new Response(body, { status: response.status });
}

/** What a call has failed of, without the library's error: that has what Stripe said, which may repeat what it was sent. */
export function providerFailed({ errors }: Library, error: unknown): ProviderFailed {
  if (error instanceof ProviderFailed) return error;
  if (!(error instanceof errors.StripeError)) return new ProviderFailed('Stripe gave no usable answer');
  const { statusCode, code = 'no code', detail } = error;
  return statusCode === undefined
    ? new ProviderFailed(`Stripe gave no usable answer: ${reasonOf(detail)}`)
    : new ProviderFailed(`Stripe answered ${statusCode}, ${code}`);
}

/** The innermost one: that of `fetch` itself is always the same. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'none given';
  if (error.cause !== undefined) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
