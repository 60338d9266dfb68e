import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../../test/support/certificate.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ConfigurationError } from '../../configuration/config.ts';
import { readKeyPair } from './key-pair.ts';

const folder = temporaryFolder('key-pair');

let own: TestCertificate;
let other: TestCertificate;
beforeAll(() => {
  own = makeCertificate('own');
  other = makeCertificate('other');
});

async function mistakesOf(TLS_CERT_FILE: string, TLS_KEY_FILE: string): Promise<readonly string[]> {
  const error = await readKeyPair({ TLS_CERT_FILE, TLS_KEY_FILE }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ConfigurationError ? error.mistakes : [String(error)];
}

describe('a certificate and its key', () => {
  it('are read together', async () => {
    const { cert, validTo } = await readKeyPair({ TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: own.keyFile });
    expect(cert).toBe(own.cert);
    expect(validTo.getTime()).toBeGreaterThan(Date.now());
  });

  it('are each named if they cannot be read', async () => {
    expect(await mistakesOf('/absent/cert', '/absent/key')).toEqual([
      'TLS_CERT_FILE: got "/absent/cert"; allowed: a file that can be read',
      'TLS_KEY_FILE: got "/absent/key"; allowed: a file that can be read',
    ]);
  });

  it('are refused if they are swapped', async () => {
    expect(await mistakesOf(own.keyFile, own.certFile)).toEqual([
      expect.stringMatching(/^TLS_CERT_FILE: got .*; allowed: a certificate in PEM/),
      expect.stringMatching(/^TLS_KEY_FILE: got .*; allowed: a private key in PEM/),
    ]);
  });

  it('are refused if they do not belong together', async () => {
    expect(await mistakesOf(own.certFile, other.keyFile)).toEqual([
      `TLS_KEY_FILE: got ${JSON.stringify(other.keyFile)}; allowed: the key of TLS_CERT_FILE`,
    ]);
  });

  it('are refused without a prompt if the key needs a passphrase', async () => {
    const locked = join(folder, 'locked.pem');
    execFileSync('openssl', ['pkcs8', '-topk8', '-in', own.keyFile, '-out', locked, '-passout', 'pass:secret']);
    expect(await mistakesOf(own.certFile, locked)).toEqual([expect.stringContaining('without a passphrase')]);
  });

  it('are refused if the chain after the certificate is broken', async () => {
    const broken = join(folder, 'broken.pem');
    writeFileSync(broken, `${own.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`);
    expect(await mistakesOf(broken, own.keyFile)).toEqual([expect.stringMatching(/^TLS_CERT_FILE: .*chain after it$/)]);
  });
});
