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

test('suggests at most twenty cities, largest first', async () => {
  const all = await suggestCities('DE', '');
  expect(all.slice(0, 3)).toEqual(['Berlin', 'Hamburg', 'Munich']);
  expect(all).toHaveLength(20);
  expect(new Set(all).size).toBe(20);
});

test('finds small towns, and nothing in an unknown country', async () => {
  expect(await suggestCities('DE', 'Bergisch')).toContain('Bergisch Gladbach');
  expect(await suggestCities('XX', 'Ber')).toEqual([]);
});
