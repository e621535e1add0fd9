import { expect, test } from 'vitest';
import { findMatchingOptions } from './findMatchingOptions.ts';

const options = ['Côte d’Ivoire', 'Germany', 'India', 'South Sudan', 'Sudan', 'Türkiye', '中国'].map((label) => ({
  label,
}));
const find = (query: string) => findMatchingOptions(options, query).map(({ label }) => label);

test.each([
  ['', options.map(({ label }) => label)],
  ['ger', ['Germany']],
  ['GERMANY', ['Germany']],
  [' ｉｎｄｉａ\u200B', ['India']],
  ['turkiye', ['Türkiye']],
  ["cote d'ivoire", ['Côte d’Ivoire']],
  ['中国', ['中国']],
  ['sudan', ['Sudan', 'South Sudan']],
  ['atlantis', []],
])('finds the matching options for %j', (query, found) => {
  expect(find(query)).toEqual(found);
});
