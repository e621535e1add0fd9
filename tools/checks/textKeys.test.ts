import { expect, test } from 'vitest';
import { findTextKeyFaults, findTextKeys, KEYS_FROM_DATA } from './textKeys.ts';

/** A source that builds a key with every prefix of KEYS_FROM_DATA. */
const FROM_DATA = Object.keys(KEYS_FROM_DATA)
  .map((start) => `text(\`${start}\${what}\`);`)
  .join('\n');
const GROUPS = Object.keys(KEYS_FROM_DATA).map((start) => `${start}x`);

function listFaults(code: string, keys: readonly string[]): string[] {
  const uses = [findTextKeys('data.tsx', FROM_DATA), findTextKeys('a.tsx', code)];
  const allKeys = [...keys, 'error.fault', ...GROUPS.map((key) => key.replace(/\..*/, '.title'))];
  // The titles represent all groups, so that their prefixes are known prefixes of keys.
  const titles = findTextKeys('titles.ts', JSON.stringify(allKeys.filter((key) => key.endsWith('.title'))));
  return findTextKeyFaults([...new Set(allKeys)], [...uses, titles]);
}

test('accepts requested keys, and keys from data', () => {
  expect(
    listFaults(`text('menu.help'); <RichText of="menu.more" />; const route = { title: 'menu.late' };`, [
      'menu.help',
      'menu.more',
      'menu.late',
      'error.anything_at_all',
    ]),
  ).toEqual([]);
});

test('refuses a key that no code uses', () => {
  expect(listFaults('', ['menu.help'])).toEqual(['web/i18n: no code uses menu.help']);
  expect(listFaults('', ['kycStatus.Not A Verdict'])).toEqual(['web/i18n: no code uses kycStatus.Not A Verdict']);
});

test('refuses a key that no file has', () => {
  expect(listFaults(`\ntext('menu.help'); <RichText of="menu.more" />`, [])).toEqual([
    'a.tsx:2 web/i18n has no text for menu.help',
    'a.tsx:2 web/i18n has no text for menu.more',
  ]);
});

test('requires composed keys to be listed', () => {
  expect(listFaults('text(`menu.item_${name}`)', ['error.a']).join()).toBe('');
  expect(listFaults("text('menu.help'); text(`menu.item_${name}`)", ['menu.help'])).toEqual([
    'a.tsx:1 builds keys that begin with menu.item_: add this prefix to KEYS_FROM_DATA',
  ]);
});

test('refuses a listed prefix with which no code builds keys', () => {
  const [first = ''] = Object.keys(KEYS_FROM_DATA);
  const others = FROM_DATA.split('\n').slice(1).join('\n');
  expect(
    findTextKeyFaults(
      GROUPS.map((key) => key.replace(/\..*/, '.title')),
      [findTextKeys('a.tsx', others)],
    ),
  ).toContain(`no code builds keys that begin with ${first}: remove this prefix from KEYS_FROM_DATA`);
});
