import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { roles as allRoles } from '@slipway/contract/entities/roles.ts';
import { expect, test } from 'vitest';
import { PLACE_IDS } from './placeIds.ts';
import { firstPlace, mayRead, places } from './places.ts';

test('every address has its place, once, and each letter leads to one', () => {
  expect(places.map(({ id }) => id)).toEqual(PLACE_IDS);
  const letters = places.flatMap(({ letter }) => letter ?? []);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.join('')).toBe('TROBYCLPN');
});

test('a phone has three places in its bar, beside Find and More', () => {
  expect(places.filter(({ inBar }) => inBar).map(({ title }) => title)).toEqual(['Today', 'Reviews', 'Treasury']);
});

test('groups stand together', () => {
  const groups = places.map(({ group }) => group);
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(['', 'Money', 'Sale', 'House']);
});

test.each([
  [['support'], 'orders'],
  [['compliance'], 'reviews'],
  [['treasurer'], 'treasury'],
  [['admin'], 'today'],
  [['viewer'], 'reports'],
  [['viewer', 'treasurer'], 'treasury'],
  [['viewer', 'support'], 'orders'],
  [['compliance', 'treasurer'], 'today'],
  [['support', 'admin'], 'today'],
  [allRoles, 'today'],
  [[], 'today'],
] as const)('%o begin at %s', (roles, place) => {
  expect(firstPlace(roles, places)?.id).toBe(place);
});

test('a screen that is not there is nobody’s first', () => {
  const built = places.filter(({ id }) => id === 'people');
  expect(firstPlace(['support'], built)?.id).toBe('people');
  expect(firstPlace(['support'], [])).toBeUndefined();
});

/** The call without which a place shows nothing. */
const READS = {
  today: 'today',
  reviews: 'reviews',
  orders: 'orders',
  buyers: 'buyers',
  treasury: 'treasury',
  reconciliation: 'reconciliation',
  catalog: 'catalog',
  providers: 'providers',
  partners: 'partners',
  reports: 'reportVolumes',
  people: 'people',
} as const;

test.each(places)('$title is shown to those whom the server answers', (place) => {
  const may: readonly string[] = consoleCalls[READS[place.id]].roles;
  for (const role of allRoles) expect([role, mayRead(place, [role])]).toEqual([role, may.includes(role)]);
});
