import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { roles as allRoles } from '@slipway/contract/entities/roles.ts';
import { expect, test } from 'vitest';
import { canReadSection, consoleSections, findStartSection } from './consoleSections.ts';
import { SECTION_IDS } from './sectionIds.ts';

test('lists each section once and assigns each letter to one section', () => {
  expect(consoleSections.map(({ id }) => id)).toEqual(SECTION_IDS);
  const letters = consoleSections.flatMap(({ letter }) => letter ?? []);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.join('')).toBe('TROBYCLPN');
});

test('shows three sections in the phone’s bar, which also has Search and More', () => {
  expect(consoleSections.filter(({ inBar }) => inBar).map(({ title }) => title)).toEqual([
    'Today',
    'Reviews',
    'Treasury',
  ]);
});

test('keeps the sections of a group together', () => {
  const groups = consoleSections.map(({ group }) => group);
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(['', 'Money', 'Configuration', 'Admin']);
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
] as const)('a person with the roles %o starts at the section %s', (roles, section) => {
  expect(findStartSection(roles, consoleSections)?.id).toBe(section);
});

test('starts at the first section if the role’s start section does not exist, and returns undefined without sections', () => {
  const built = consoleSections.filter(({ id }) => id === 'people');
  expect(findStartSection(['support'], built)?.id).toBe('people');
  expect(findStartSection(['support'], [])).toBeUndefined();
});

/** The call that each section needs. */
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

test.each(consoleSections)('shows $title to exactly the roles that may make its call', (section) => {
  const may: readonly string[] = consoleCalls[READS[section.id]].roles;
  for (const role of allRoles) expect([role, canReadSection(section, [role])]).toEqual([role, may.includes(role)]);
});
