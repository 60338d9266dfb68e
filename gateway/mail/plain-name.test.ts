import { expect, it } from 'vitest';
import { plainName } from './plain-name.ts';

it.each([
  ['Acme', 'Acme'],
  ['Acme Inc.', 'Acme Inc.'],
  ['Dr. Müller & Söhne', 'Dr. Müller & Söhne'],
  ['株式会社テスト', '株式会社テスト'],
  ['Win at https://evil.example/now', 'Win at https: //evil. example/now'],
  ['www.evil.example', 'www. evil. example'],
  ['evil.example', 'evil. example'],
  ['me@evil.example', 'me@evil. example'],
  ['evil\uff0eexample evil\u3002example', 'evil\uff0e example evil\u3002 example'],
  ['tel:+15550100', 'tel: +15550100'],
  ['Acme\r\nBcc: all@example.com', 'Acme Bcc: all@example. com'],
  ['gnp.\u202eexe\u2066', 'gnp. exe'],
  ['e\u200bvil.\ufeffexample', 'e vil. example'],
])('%j appears in a mail as %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

it('keeps joiners, which Hindi and emoji need', () => {
  expect(plainName('क्\u200dष 👩\u200d💻')).toBe('क्\u200dष 👩\u200d💻');
});

it('cuts a name after 80 whole characters', () => {
  expect(plainName('😀'.repeat(200))).toBe(`${'😀'.repeat(79)}…`);
});
