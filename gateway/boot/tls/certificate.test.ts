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
  if (certificate === null) throw new Error('it was configured');
  const presented: KeyPair[] = [];
  certificate.follow((pair) => presented.push(pair));
  return { certificate, presented };
}

it('is none where none is configured', async () => {
  expect(await openCertificate({ TLS_CERT_FILE: null, TLS_KEY_FILE: null }, log)).toBeNull();
});

it('is presented anew when both files have changed, and not in between', async () => {
  const renewed = makeCertificate('renewed');
  const { certificate, presented } = await follow();
  copyFileSync(renewed.certFile, old.certFile);
  await waitUntil('a complaint', () => lines.find((line) => line.includes('cannot be used')));
  expect(presented).toEqual([]);
  copyFileSync(renewed.keyFile, old.keyFile);
  await waitUntil('the renewed one', () => presented[0]);
  certificate.close();
  expect(presented.map(({ cert }) => cert)).toEqual([renewed.cert]);
  expect(certificate.current.cert).toBe(renewed.cert);
});

it('stays as it is while the files are spoilt, which is said once', async () => {
  const { certificate, presented } = await follow();
  writeFileSync(old.certFile, 'spoilt');
  await waitUntil('a complaint', () => lines.find((line) => line.includes('cannot be used')));
  await new Promise((resolve) => setTimeout(resolve, 30));
  certificate.close();
  expect(presented).toEqual([]);
  expect(certificate.current.cert).toBe(old.cert);
  expect(lines.filter((line) => line.includes('cannot be used'))).toHaveLength(1);
});
