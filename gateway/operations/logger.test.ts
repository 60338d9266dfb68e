import { expect, it } from 'vitest';
import { logTo } from './logger.ts';

it('a log line is a single line without terminal controls, and parses back to its input', () => {
  const lines: string[] = [];
  const { logger } = logTo({ write: (line) => void lines.push(line), close: () => undefined }, 'info');
  const reason = 'a\u001b[2J\u009b31m\u2028\u202e\nb';
  logger.warn({ reason }, 'told');
  const [line = ''] = lines;
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(JSON.parse(line)).toMatchObject({ reason, msg: 'told' });
});
