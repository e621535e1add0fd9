import { expect, test } from 'vitest';
import { compareNames } from './compareNames.ts';

test('matches equal words in any spelling', () => {
  const { given, listed, percent } = compareNames('Boris J Specimen', 'SPECIMEN, Bòris');
  expect(listed).toEqual([
    { text: 'SPECIMEN,', percent: 100 },
    { text: 'Bòris', percent: 100 },
  ]);
  expect(given.map(({ text }) => text)).toEqual(['Boris', 'J', 'Specimen']);
  expect(given[1]?.percent).toBeLessThan(85);
  expect(percent).toBe(100);
});

test('marks a listed word that the buyer’s name lacks, and scores like the name screening', () => {
  const { listed, percent } = compareNames('Boris Specimen', 'Specimen, Boris Igor');
  expect(listed.find(({ text }) => text === 'Igor')?.percent).toBeLessThan(85);
  // A missing middle name costs five points of a hundred.
  expect(percent).toBe(95);
});

test('scores empty names as 0', () => {
  expect(compareNames('', 'Boris Specimen').percent).toBe(0);
  expect(compareNames('Boris', '')).toMatchObject({ listed: [], percent: 0 });
});
