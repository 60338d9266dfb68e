import { copyFileSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../../test/support/certificate.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { openCertificate } from './certificate.ts';
import type { KeyPair } from './key-pair.ts';

let lines: string[];
let old: TestCertificate;
beforeEach(() => {
  lines = [];
  old = makeCertificate('old');
});
const sink = new Writable({
  write(line, _encoding, done) {
    lines.push(String(line));
    done();
  },
});
const log = { logger: pino(sink) };

async function follow() {
  const certificate = await openCertificate({ TLS_CERT_FILE: old.certFile, TLS_KEY_FILE: old.keyFile }, log, 5);
  if (certificate === null) throw new Error('the certificate is missing');
  const presented: KeyPair[] = [];
  certificate.follow((pair) => presented.push(pair));
  return { certificate, presented };
}

it('is null if none is configured', async () => {
  expect(await openCertificate({ TLS_CERT_FILE: null, TLS_KEY_FILE: null }, log)).toBeNull();
});

it('is replaced once both files have changed, and not in between', async () => {
  const renewed = makeCertificate('renewed');
  const { certificate, presented } = await follow();
  copyFileSync(renewed.certFile, old.certFile);
  await waitUntil('a warning', () => lines.find((line) => line.includes('is unusable')));
  expect(presented).toEqual([]);
  copyFileSync(renewed.keyFile, old.keyFile);
  await waitUntil('the renewed one', () => presented[0]);
  certificate.close();
  expect(presented.map(({ cert }) => cert)).toEqual([renewed.cert]);
  expect(certificate.current.cert).toBe(renewed.cert);
});

it('stays in use while the files are unusable, which is logged once', async () => {
  const { certificate, presented } = await follow();
  writeFileSync(old.certFile, 'spoilt');
  await waitUntil('a warning', () => lines.find((line) => line.includes('is unusable')));
  await new Promise((resolve) => setTimeout(resolve, 30));
  certificate.close();
  expect(presented).toEqual([]);
  expect(certificate.current.cert).toBe(old.cert);
  expect(lines.filter((line) => line.includes('is unusable'))).toHaveLength(1);
});
