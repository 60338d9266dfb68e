import type { Config } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { type KeyPair, type KeyPairFiles, readKeyPair } from './key-pair.ts';

/** How often the files are looked at, in milliseconds. */
const LOOK_EVERY_MS = 10_000;

/** The certificate that callers are shown, kept as its files say. */
export interface Certificate {
  readonly current: KeyPair;
  /** Hands over every pair that replaces the current one, from now on until `close`. */
  follow(present: (pair: KeyPair) => void): void;
  close(): void;
}

/**
 * Opens the certificate of the configuration; `null` where it has none. The files are read again and again rather than
 * watched: who renews a certificate replaces files, links or whole folders, and a look at the content sees all of it.
 *
 * @throws ConfigurationError if the files cannot be used. Files that become unusable later change nothing: the last pair
 * stays in use, because whoever renews a certificate writes one file after the other.
 */
export async function openCertificate(
  { TLS_CERT_FILE, TLS_KEY_FILE }: Pick<Config, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  { logger }: Pick<GatewayLog, 'logger'>,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<Certificate | null> {
  if (TLS_CERT_FILE === null || TLS_KEY_FILE === null) return null;
  const files: KeyPairFiles = { TLS_CERT_FILE, TLS_KEY_FILE };
  let current = await readKeyPair(files);
  let complaint = '';
  let timer: NodeJS.Timeout | undefined;
  tell(current);

  function tell({ validTo }: KeyPair): void {
    if (validTo.getTime() > Date.now()) logger.info({ validTo }, 'certificate in use');
    else logger.warn({ validTo }, 'the certificate in use has expired');
  }

  async function look(present: (pair: KeyPair) => void): Promise<void> {
    try {
      const found = await readKeyPair(files);
      complaint = '';
      if (found.cert === current.cert && found.key === current.key) return;
      present(found);
      current = found;
      tell(found);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== complaint) logger.warn({ reason }, 'the changed certificate cannot be used; the last one stays');
      complaint = reason;
    }
  }

  return {
    get current() {
      return current;
    },
    follow(present) {
      timer = setInterval(() => void look(present), lookEveryMs).unref();
    },
    close: () => clearInterval(timer),
  };
}
