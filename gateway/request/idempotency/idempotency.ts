import { createHmac } from 'node:crypto';

/** Characters of a digest: 132 bits. */
const DIGEST_LENGTH = 22;

/**
 * Digests of idempotency keys and requests, and the keys that this process is working on. Only digests under the secret
 * of the installation are kept, so that a reader of the counters cannot test which inputs a request had.
 */
export class Idempotency {
  readonly #secret: string;
  readonly #running = new Set<string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The digest of a key. */
  key(key: string): string {
    return this.#digest('key', key);
  }

  /**
   * The digest of a request.
   *
   * @param target what the request asks for, apart from its body
   */
  print(target: string, body: Uint8Array): string {
    return this.#digest('request', target, body);
  }

  /**
   * Marks a key of a client as in use.
   *
   * @returns a function that ends the use, once; `null` if a request with this key is running in this process
   */
  begin(client: string, key: string): (() => void) | null {
    const id = `${client} ${key}`;
    if (this.#running.has(id)) return null;
    this.#running.add(id);
    return () => void this.#running.delete(id);
  }

  #digest(kind: string, text: string, bytes?: Uint8Array): string {
    const hmac = createHmac('sha256', this.#secret).update(`${kind}\n${text}\n`);
    if (bytes !== undefined) hmac.update(bytes);
    return hmac.digest('base64url').slice(0, DIGEST_LENGTH);
  }
}
