import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A self-signed certificate for this machine. */
export interface TestCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** PEM, for the clients of a test to trust. */
  readonly cert: string;
}

/**
 * Creates a key and its certificate with openssl, valid for a day. @param name its subject, which identifies it in
 * tests
 */
export function makeCertificate(name: string): TestCertificate {
  const folder = temporaryFolder('certificate');
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, ...names, '-days', '1', '-nodes', '-keyout', keyFile, '-out', certFile],
    { stdio: 'pipe' },
  );
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8') };
}
