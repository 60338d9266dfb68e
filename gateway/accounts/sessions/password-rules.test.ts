import { describe, expect, it } from 'vitest';
import { passwordFault } from './password-rules.ts';

const owner = { name: 'Dora Maar', email: 'dora.maar@picasso-studio.example' };
const fault = (password: string) => passwordFault(password, owner);

describe('a password', () => {
  it.each([
    'correct horse battery staple',
    'Tausend Schritte am Tag',
    'kitchen-table-42-violet',
    '雨上がりの空に虹がかかっていた',
    'xK9#mQ2$vL7!',
  ])('such as %s is accepted', (password) => {
    expect(fault(password)).toBeNull();
  });

  it('has 12 to 256 characters, counted as code points', () => {
    expect(fault('xK9#mQ2$vL7')).toBe('length');
    expect(fault(`x${'yz9-'.repeat(64)}`)).toBe('length');
    // 11 faces are 22 UTF-16 units.
    expect(fault('😀😁😂😃😄😅😆😉😊😋😎')).toBe('length');
  });

  it.each([
    'password1234',
    'Password2026!',
    'passwordpassword1',
    'P@ssw0rd12345',
    'welcome-12345',
    'AdminAdmin123',
    'iloveyou!!!2026',
    'unbelievable',
    'vitalgate2026',
    'letmein letmein',
  ])('made of common words is refused: %s', (password) => {
    expect(fault(password)).toBe('common');
  });

  it.each([
    '123456789012',
    'qwertyuiop12345',
    'abcdefghijkl',
    'zyxwvutsrqponm',
    '1qaz2wsx3edc',
    '1q2w3e4r5t6y',
    'aaaaaaaaaaaa',
    'abababababab',
    'rxkrxkrxkrxk',
  ])('made of repetitions or keyboard rows is refused: %s', (password) => {
    expect(fault(password)).toBe('pattern');
  });

  it.each(['doramaar1234', 'Dora-Maar-2026', 'picassostudio', 'maar@picasso1'])(
    'that is made of name or address is refused: %s',
    (password) => {
      expect(fault(password)).toBe('personal');
    },
  );
});
