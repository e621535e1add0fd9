import { expect, test } from 'vitest';
import { acceptedLanguages } from './reader.ts';

test('languages are ordered by their quality; those that are refused are left out', () => {
  expect(acceptedLanguages('da, en-GB;q=0.8, en;q=0.7, fr;q=0')).toEqual(['da', 'en-GB', 'en']);
  expect(acceptedLanguages('en;q=0.5,*;q=0.1,de')).toEqual(['de', 'en', '*']);
  expect(acceptedLanguages('en ; q=0.5, de;Q=0.9')).toEqual(['de', 'en']);
  expect(acceptedLanguages('')).toEqual([]);
});
