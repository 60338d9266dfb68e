import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Headers that carry the identity of the caller from the gateway to a service. All of them are signed. */
export const IDENTITY_HEADERS = {
  client: 'X-Gateway-Client',
  requestId: 'X-Gateway-Request-Id',
  language: 'X-Gateway-Language',
  authenticated: 'X-Gateway-Authenticated',
  time: 'X-Gateway-Time',
  signature: 'X-Gateway-Signature',
} as const;

/** The identity of the caller, vouched for by the gateway. */
export interface Identity {
  /** The account that the call is charged to. */
  readonly client: string;
  readonly requestId: string;
  /** Language of the answer, negotiated for this caller from the languages of the endpoint. */
  readonly language: string;
  /** Whether the caller presented a valid key. */
  readonly authenticated: boolean;
}

/** The signed parts of a call to a service. */
export interface SignedCall extends Identity {
  /** Whole seconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** Path and query exactly as in the request line; the query never holds `apikey`. */
  readonly target: string;
}

/** Request line and headers as a service received them, not yet verified. */
export type ReceivedCall = { readonly [Part in keyof typeof IDENTITY_HEADERS]: string | undefined } & {
  readonly method: string;
  readonly target: string;
};

/** Whether a call comes from the gateway; if not, why not. */
export type Verification =
  | { readonly outcome: 'verified'; readonly identity: Identity }
  | { readonly outcome: 'refused'; readonly reason: 'unsigned' | 'malformed' | 'stale' | 'wrong' };

/** Seconds by which the clocks of gateway and service may differ; for this long a signature can be replayed. */
export const SIGNATURE_WINDOW_S = 60;

/**
 * Signs calls to the services of one plugin.
 *
 * @param options `secret`: the installation's `SERVICE_SECRET`; `plugin`: the plugin's name
 */
export function identitySigner({ secret, plugin }: { readonly secret: string; readonly plugin: string }) {
  const key = signingKey(secret, plugin);
  return {
    /**
     * The value of `X-Gateway-Signature`.
     *
     * @throws RangeError if a part is empty or has any character but visible ASCII
     */
    sign(call: SignedCall): string {
      const text = signedText(call);
      if (!UNAMBIGUOUS.test(text)) throw new RangeError('only visible ASCII characters can be signed');
      return signature(key, text);
    },
  };
}

export interface VerifierOptions {
  /** Every valid secret: one, or two during a rotation. */
  readonly secrets: readonly string[];
  readonly plugin: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Verifies calls to the services of one plugin. */
export function identityVerifier({ secrets, plugin, now }: VerifierOptions) {
  const keys = secrets.map((secret) => signingKey(secret, plugin));
  return {
    verify(received: ReceivedCall): Verification {
      const { method, target, client, requestId, language, authenticated, time, signature: given } = received;
      if (given === undefined) return refused('unsigned');
      if (client === undefined || requestId === undefined || language === undefined) return refused('malformed');
      if (time === undefined || !/^\d{1,12}$/.test(time)) return refused('malformed');
      if (authenticated !== 'true' && authenticated !== 'false') return refused('malformed');
      if (Math.abs(now() / 1_000 - Number(time)) > SIGNATURE_WINDOW_S) return refused('stale');
      const identity = { client, requestId, language, authenticated: authenticated === 'true' };
      const text = signedText({ ...identity, method, target, time });
      if (!UNAMBIGUOUS.test(text)) return refused('malformed');
      return keys.some((key) => sameText(signature(key, text), given))
        ? { outcome: 'verified', identity }
        : refused('wrong');
    },
  };
}

export type IdentityVerifier = ReturnType<typeof identityVerifier>;

const refused = (reason: Extract<Verification, { outcome: 'refused' }>['reason']): Verification => ({
  outcome: 'refused',
  reason,
});

/** A key for each plugin (HKDF-SHA256, RFC 5869, without salt): a leaked key opens no other plugin. */
function signingKey(secret: string, plugin: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', plugin, 32)));
}

/** The signed text: one part per line. */
function signedText(call: Omit<SignedCall, 'time'> & { readonly time: number | string }): string {
  const { time, method, target, client, requestId, language, authenticated } = call;
  return `v1\n${time}\n${method}\n${target}\n${client}\n${requestId}\n${language}\n${authenticated}`;
}

/** A text with exactly seven line feeds belongs to one call only. */
const UNAMBIGUOUS = /^v1(?:\n[\x21-\x7e]+){7}$/;

function signature(key: KeyObject, text: string): string {
  return `v1=${createHmac('sha256', key).update(text).digest('hex')}`;
}

function sameText(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
