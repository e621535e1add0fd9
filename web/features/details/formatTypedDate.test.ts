import { describe, expect, test } from 'vitest';
import type { DateFormat } from './dateFormat.ts';
import { formatIsoDay, formatTypedDate, readTypedDate } from './formatTypedDate.ts';

const american: DateFormat = { order: ['month', 'day', 'year'], separator: '/' };
const german: DateFormat = { order: ['day', 'month', 'year'], separator: '.' };
const chinese: DateFormat = { order: ['year', 'month', 'day'], separator: '/' };

describe('formatTypedDate', () => {
  test.each([
    ['', ''],
    ['0', '0'],
    ['05', '05'],
    ['053', '05/3'],
    ['05/', '05/'],
    ['05311', '05/31/1'],
    ['05311990', '05/31/1990'],
    ['5/3/1990', '5/3/1990'],
    ['05/31/19901', '05/31/1990'],
    ['05.31.1990', '05/31/1990'],
    ['1990-05-31', '05/31/1990'],
    ['19900531', '05/31/1990'],
    ['19/90/0531', '05/31/1990'],
    ['13/31/1990', '13/31/1990'],
    ['٠٥٣١١٩٩٠', '05/31/1990'],
    ['31 May 1990', '31 May 1990'],
  ])('shows %s as %s when the month comes first', (typed, shown) => {
    expect(formatTypedDate(typed, american)).toBe(shown);
  });

  test.each([
    ['3105', '31.05'],
    ['31.5.1990', '31.5.1990'],
    ['31/05/1990', '31.05.1990'],
    ['1990-05-31', '31.05.1990'],
    ['20010531', '31.05.2001'],
  ])('shows %s as %s when the day comes first', (typed, shown) => {
    expect(formatTypedDate(typed, german)).toBe(shown);
  });

  test.each([
    ['1990', '1990'],
    ['19905', '1990/5'],
    ['1990-5', '1990/5'],
    ['31.05.19', '31.05.19'],
    ['31.05.1990', '1990/05/31'],
    ['1990年5月31日', '1990/5/31'],
  ])('shows %s as %s when the year comes first', (typed, shown) => {
    expect(formatTypedDate(typed, chinese)).toBe(shown);
  });

  test('formats a date that is typed key by key', () => {
    for (const [format, keys, shown] of [
      [american, '05311990', '05/31/1990'],
      [german, '31051990', '31.05.1990'],
      [chinese, '19900531', '1990/05/31'],
      [american, '1990-05-31', '05/31/1990'],
      [german, '1990-05-31', '31.05.1990'],
    ] as const) {
      let value = '';
      for (const key of keys) value = formatTypedDate(value + key, format);
      expect(value).toBe(shown);
    }
  });
});

describe('readTypedDate', () => {
  test.each([
    ['5/3/1990', american, '1990-05-03'],
    ['5/3/1990', german, '1990-03-05'],
    ['3.5.1990', chinese, '1990-05-03'],
    ['5/3/1990', chinese, null],
    ['1990-5-3', german, '1990-05-03'],
    ['31/05/1990', american, null],
    ['05/31/90', american, null],
    ['', american, null],
  ] as const)('reads %s in %j as %s', (typed, format, isoDay) => {
    expect(readTypedDate(typed, format)).toBe(isoDay);
  });

  test('returns the date that formatIsoDay shows', () => {
    for (const format of [american, german, chinese])
      expect(readTypedDate(formatIsoDay('1990-05-03', format), format)).toBe('1990-05-03');
  });
});
