import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatDay, formatMonth, formatTime } from './format.ts';
import { languages } from './languages.ts';
import { speak } from './texts.ts';

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(() => vi.unstubAllGlobals());

it('a line ends between the day and the time, but not within one of them', async () => {
  for (const language of languages) {
    await speak(language);
    const dates = [formatDay('2026-11-22'), formatMonth('2026-11'), formatTime('2026-11-22T15:53:00Z')];
    for (const date of dates) expect(date, language).not.toMatch(/[^,،] /);
  }
});

it('an instant in Hindi has its day and its time whole', async () => {
  await speak('hi');
  expect(formatTime('2026-11-22T15:53:00')).toMatch(/^22\u00a0\S+\u00a02026, 3:53\u00a0\S+$/u);
});
