import { expect, it } from 'vitest';
import { openCatalogue } from '../../../calculators/kit/index.ts';
import { sdkMessages, withRequestMessages } from './messages.ts';

// Arabic: the noun alone for one, the dual for two, the plural after 3 to 10, the singular after 11 and more.
it.each([
  [1, 'معلمة واحدة'],
  [2, 'معلمتان'],
  [3, '3 معلمات'],
  [11, '11 معلمة'],
  [100, '100 معلمة'],
])('the SDK counts %d parameters in Arabic as the grammar has it', (count, counted) => {
  expect(sdkMessages.text('ar', 'problems.invalid-parameters.detail', { count })).toContain(counted);
});

it("finds a family's text first, and the SDK's for keys that the family lacks", () => {
  const family = openCatalogue(new URL('../../../calculators/body/messages/', import.meta.url));
  const messages = withRequestMessages(family);
  expect(messages.text('de', 'bmi.title')).toBe(family.text('de', 'bmi.title'));
  expect(messages.text('de', 'problems.malformed-json.title')).toBe('Fehlerhaftes JSON');
  expect(() => messages.text('de', 'absent')).toThrow(RangeError);
});
