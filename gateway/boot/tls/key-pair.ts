import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { ConfigurationError } from '../../configuration/config.ts';

/** Paths of a certificate and its private key, both PEM. */
export interface KeyPairFiles {
  readonly TLS_CERT_FILE: string;
  readonly TLS_KEY_FILE: string;
}

/** A certificate with its chain and its private key, both PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
  /** End of the certificate's validity. */
  readonly validTo: Date;
}

/** Reads a certificate and its key. @throws ConfigurationError with every mistake in the two files */
export async function readKeyPair({ TLS_CERT_FILE, TLS_KEY_FILE }: KeyPairFiles): Promise<KeyPair> {
  const mistakes: string[] = [];
  const read = async <Parsed>(name: string, path: string, parse: (text: string) => Parsed, what: string) => {
    const wrong = (allowed: string) => {
      mistakes.push(`${name}: got ${JSON.stringify(path)}; allowed: ${allowed}`);
      return null;
    };
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) return wrong('a file that can be read');
    try {
      return { text, parsed: parse(text) };
    } catch {
      return wrong(what);
    }
  };
  const cert = await read('TLS_CERT_FILE', TLS_CERT_FILE, firstCertificate, 'a certificate in PEM, its chain after it');
  const key = await read('TLS_KEY_FILE', TLS_KEY_FILE, privateKey, 'a private key in PEM without a passphrase');
  if (cert !== null && key !== null) {
    if (cert.parsed.checkPrivateKey(key.parsed)) {
      return { cert: cert.text, key: key.text, validTo: new Date(cert.parsed.validTo) };
    }
    mistakes.push(`TLS_KEY_FILE: got ${JSON.stringify(TLS_KEY_FILE)}; allowed: the key of TLS_CERT_FILE`);
  }
  throw new ConfigurationError(mistakes);
}

function firstCertificate(text: string): X509Certificate {
  // Checks the whole chain; X509Certificate reads only the first certificate.
  createSecureContext({ cert: text });
  return new X509Certificate(text);
}

function privateKey(text: string): KeyObject {
  return createPrivateKey(text);
}
