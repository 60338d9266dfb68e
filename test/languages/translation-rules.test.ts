import { describe, expect, it } from 'vitest';
import { calquesIn, englishUnits, hasSameScores, tornLiterals, wrongDecimals } from './translation-rules.ts';

// Each rule finds a planted fault and leaves the right text alone.

describe('a unit left in English', () => {
  it.each([
    ['de', 'age_months darf höchstens 240.5 months betragen.'],
    ['es', 'Como máximo {max}\u00a0days.'],
    ['fr', 'Au plus 4000 kcal/day.'],
    ['ja', '上限: 200 1/d'],
    ['hi', '{min} weeks से कम'],
  ])('is found in %s: %s', (language, text) => {
    expect(englishUnits(language, text)).not.toEqual([]);
  });

  it.each([
    ['de', 'age_months darf höchstens 240.5 Monate betragen.'],
    ['de', 'Geben Sie days oder weeks an; 40 mL/kg/min.'],
    ['fr', 'De 3,5 à 230 minutes.'],
    ['pt', '1 g/kg por dia'],
    ['es', '4000 kcal/día'],
  ])('is not in %s: %s', (language, text) => {
    expect(englishUnits(language, text)).toEqual([]);
  });
});

describe('a decimal mark', () => {
  it('of English is found in a language with a comma', () => {
    expect(wrongDecimals('de', '1 g/kg is 1.055 g/L.', '1 g/kg entspricht 1.055 g/L.')).toEqual(['1.055']);
    expect(wrongDecimals('fr', 'for 1.5 miles', 'sur 1.5 mile')).toEqual(['1.5']);
  });

  it('of another language is found in a language with a point', () => {
    expect(wrongDecimals('ja', 'within 8.5 cm', '8,5 cm 以内')).toEqual(['8,5']);
  });

  it('of the language is right', () => {
    expect(wrongDecimals('de', '1 g/kg is 1.055 g/L.', '1 g/kg entspricht 1,055 g/L.')).toEqual([]);
    expect(wrongDecimals('hi', 'within 8.5 cm', '8.5 cm के भीतर')).toEqual([]);
  });

  it('is not what separates thousands, versions, dates or the parts of a name', () => {
    expect(wrongDecimals('de', 'at most 16,000 characters', 'höchstens 16.000 Zeichen')).toEqual([]);
    expect(wrongDecimals('de', 'from 203.0.113.7', 'von 203.0.113.7')).toEqual([]);
    expect(wrongDecimals('de', 'fine dust (PM2.5)', 'Feinstaub (PM2.5)')).toEqual([]);
  });
});

describe('a literal in Arabic', () => {
  it.each([
    'مثل 2026-11-01.',
    'من 18.5–24.9 طبيعي',
    'عند −3',
    'حتى 10 °C فقط',
    'مثل 2001:db8::/32.',
    'على المسار /api/v1 فقط',
    'المعلمة X-API-Key أو apikey',
    'مع units=imperial فقط',
    'المعلمة body_fat مطلوبة',
    'الصيغة 220 − age هنا',
  ])('without isolates is found: %s', (text) => {
    expect(tornLiterals(text)).not.toEqual([]);
  });

  it.each([
    'مثل \u20662026-11-01\u2069.',
    'حتى \u206610 °C (50 °F)\u2069.',
    'من {min} إلى {max}',
    'المعلمة \u2066X-API-Key\u2069 أو apikey',
    'الزمن 48:30 بالصيغة m:ss',
    '0 = معدوم؛ 1 = أقل من 100؛ 2 = 100 فأكثر',
  ])('with isolates, or that nothing tears, is right: %s', (text) => {
    expect(tornLiterals(text)).toEqual([]);
  });
});

describe('scores', () => {
  const english = 'Heart rate: 0 = none; 1 = below 100 a minute; 2 = 100 a minute or more';

  it('without equals signs are found: "1 100 …" reads as one number', () => {
    expect(hasSameScores(english, 'हृदय गति: 0 नहीं, 1 100 प्रति मिनट से कम, 2 100 प्रति मिनट से')).toBe(false);
  });

  it('that are missing or in a list with commas are found', () => {
    expect(hasSameScores(english, 'Herzfrequenz: 0 = keine; 1 = unter 100 pro Minute')).toBe(false);
    expect(hasSameScores(english, 'Herzfrequenz: 0 = keine, 1 = unter 100, 2 = ab 100')).toBe(false);
  });

  it('in the form of the English text are right', () => {
    expect(hasSameScores(english, 'Herzfrequenz: 0 = keine; 1 = unter 100; 2 = ab 100')).toBe(true);
    expect(hasSameScores(english, 'معدل ضربات القلب: 0 = معدوم؛ 1 = أقل من 100؛ 2 = 100 فأكثر')).toBe(true);
    expect(hasSameScores(english, '心拍数: 0 = なし；1 = 100 未満；2 = 100 以上')).toBe(true);
  });
});

it('a calque is found in any spelling, and named with its replacement', () => {
  const calques = { 'voll geschwommen': 'mit maximalem Einsatz geschwommen' };
  expect(calquesIn(calques, 'Zwei Voll\u00a0geschwommene Strecken, voll geschwommen')).toEqual([
    'voll geschwommen → mit maximalem Einsatz geschwommen',
  ]);
  expect(calquesIn(calques, 'mit maximalem Einsatz geschwommen')).toEqual([]);
});
