import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../kit/index.ts';
import { EVERYDAY, findActivity } from './compendium.ts';
import { energy } from './family.ts';
import { MET_2011 } from './met-compendium-2011.ts';
import { MET_2024 } from './met-compendium-2024.ts';

const rows = (table: Readonly<Record<string, string>>) => Object.values(table).flatMap((line) => line.split(', '));
const sum = (table: Readonly<Record<string, string>>) =>
  rows(table).reduce((total, row) => total + Math.round(Number(row.slice(4)) * 100), 0) / 100;

describe('the Compendium', () => {
  it('has the 820 activities of 2011 that were published as data, and their sum', () => {
    expect(rows(MET_2011)).toHaveLength(820);
    expect(sum(MET_2011)).toBe(4105.65);
    expect(
      new Set(
        Object.entries(MET_2011).flatMap(([group, line]) => line.split(', ').map((row) => group + row.slice(0, 3))),
      ).size,
    ).toBe(820);
  });

  it('has the transcribed part of 2024, and its sum', () => {
    expect(rows(MET_2024)).toHaveLength(310);
    expect(sum(MET_2024)).toBe(2096.4);
  });

  it.each([MET_2011, MET_2024])('has a plausible value with three digits in every row', (table) => {
    for (const row of rows(table)) {
      expect(row).toMatch(/^\d{3} \d+(\.\d+)?$/);
      expect(Number(row.slice(4))).toBeGreaterThan(0.9);
      expect(Number(row.slice(4))).toBeLessThanOrEqual(23);
    }
  });

  // Ainsworth 2011 and Herrmann 2024 as printed.
  it.each([
    ['12050', '2011', 9.8],
    ['12050', '2024', 9.3],
    ['12028', '2024', 6.5],
    ['12029', '2011', 6],
    ['07030', '2011', 0.95],
    ['17190', '2024', 3.8],
    ['15675', '2011', 7.3],
    ['15675', '2024', 6.8],
    ['15055', '2024', 7.5],
    ['19100', '2024', 11.3],
    ['22160', '2024', 2.3],
    ['21060', '2011', 4.5],
  ] as const)('lists %s in %s with %d MET', (code, edition, met) => {
    expect(findActivity(code, edition)).toMatchObject({ code, edition, met });
  });

  it('uses the newest edition that lists an activity', () => {
    expect(findActivity('12050').edition).toBe('2024');
    expect(findActivity('15675').edition).toBe('2024');
    expect(findActivity('21060').edition).toBe('2011');
  });

  it.each(Object.entries(EVERYDAY))('knows the everyday word %s, with its value of 2024', (word, code) => {
    expect(findActivity(word)).toMatchObject({ code });
    expect(findActivity(word).edition).toBe('2024');
  });

  it('means soccer by football, as most of the world does', () => {
    // 15610 is "soccer, casual, general", 15210 "football, competitive" of the American game.
    expect(findActivity('football')).toMatchObject({ code: '15610' });
    expect(findActivity('football')).toEqual(findActivity('soccer'));
    expect(findActivity('american_football')).toMatchObject({ code: '15210' });
  });

  it.each(LANGUAGES)('lists every accepted word in %s', (language) => {
    const text = energy.messages.text(language, 'parameters.activity');
    expect(Object.keys(EVERYDAY).filter((word) => !new RegExp(`\\b${word}\\b`).test(text))).toEqual([]);
  });
});
