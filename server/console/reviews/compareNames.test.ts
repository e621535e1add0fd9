import { expect, test } from 'vitest';
import { compareNames } from './compareNames.ts';

test('words that the other name has are the same, however they are written', () => {
  const { said, listed, percent } = compareNames('Boris J Specimen', 'SPECIMEN, Bòris');
  expect(listed).toEqual([
    { text: 'SPECIMEN,', percent: 100 },
    { text: 'Bòris', percent: 100 },
  ]);
  expect(said.map(({ text }) => text)).toEqual(['Boris', 'J', 'Specimen']);
  expect(said[1]?.percent).toBeLessThan(85);
  expect(percent).toBe(100);
});

test('a word of the list that the buyer has not said differs, and the whole is as the screening counts it', () => {
  const { listed, percent } = compareNames('Boris Specimen', 'Specimen, Boris Igor');
  expect(listed.find(({ text }) => text === 'Igor')?.percent).toBeLessThan(85);
  // A missing middle name costs five points of a hundred.
  expect(percent).toBe(95);
});

test('nothing is compared with nothing', () => {
  expect(compareNames('', 'Boris Specimen').percent).toBe(0);
  expect(compareNames('Boris', '')).toMatchObject({ listed: [], percent: 0 });
});
