import type { Config } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { type KeyPair, type KeyPairFiles, readKeyPair } from './key-pair.ts';

/** How often the files are read, in milliseconds. */
const LOOK_EVERY_MS = 10_000;

/** The certificate presented to callers; it follows its files. */
export interface Certificate {
  readonly current: KeyPair;
  /** Calls `present` with every new pair until `close`. */
  follow(present: (pair: KeyPair) => void): void;
  close(): void;
}

/**
 * Opens the configured certificate; `null` without one. The files are read periodically, not watched: a renewal may
 * replace files, links or whole folders, and comparing the content detects all of these.
 *
 * @throws ConfigurationError if the files are unusable. Files that become unusable later are ignored and the last pair
 * stays in use, because a renewal writes one file after the other.
 */
export async function openCertificate(
  { TLS_CERT_FILE, TLS_KEY_FILE }: Pick<Config, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  { logger }: Pick<GatewayLog, 'logger'>,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<Certificate | null> {
  if (TLS_CERT_FILE === null || TLS_KEY_FILE === null) return null;
  const files: KeyPairFiles = { TLS_CERT_FILE, TLS_KEY_FILE };
  let current = await readKeyPair(files);
  let loggedReason = '';
  let timer: NodeJS.Timeout | undefined;
  logValidity(current);

  function logValidity({ validTo }: KeyPair): void {
    if (validTo.getTime() > Date.now()) logger.info({ validTo }, 'certificate in use');
    else logger.warn({ validTo }, 'certificate in use has expired');
  }

  async function check(present: (pair: KeyPair) => void): Promise<void> {
    try {
      const found = await readKeyPair(files);
      loggedReason = '';
      if (found.cert === current.cert && found.key === current.key) return;
      present(found);
      current = found;
      logValidity(found);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== loggedReason) logger.warn({ reason }, 'changed certificate is unusable, keeping the last one');
      loggedReason = reason;
    }
  }

  return {
    get current() {
      return current;
    },
    follow(present) {
      timer = setInterval(() => void check(present), lookEveryMs).unref();
    },
    close: () => clearInterval(timer),
  };
}
