import { expect, test } from 'vitest';
import { suggestCities } from './cities.ts';

test.each([
  ['DE', 'Ber', 'Berlin'],
  ['DE', 'Mün', 'Munich'],
  ['DE', 'koln', 'Köln'],
  ['AT', 'wien', 'Vienna'],
  ['SE', 'malmo', 'Malmö'],
  ['FR', 'Par', 'Paris'],
  ['JP', 'Tok', 'Tokyo'],
  ['BR', 'sao p', 'São Paulo'],
])('in %s, %s finds %s first', async (country, search, first) => {
  expect((await suggestCities(country, search))[0]).toBe(first);
});

test('the largest come first, and no more than can be looked through', async () => {
  const all = await suggestCities('DE', '');
  expect(all.slice(0, 3)).toEqual(['Berlin', 'Hamburg', 'Munich']);
  expect(all).toHaveLength(20);
  expect(new Set(all).size).toBe(20);
});

test('small towns are found, nothing in a country that is none', async () => {
  expect(await suggestCities('DE', 'Bergisch')).toContain('Bergisch Gladbach');
  expect(await suggestCities('XX', 'Ber')).toEqual([]);
});
