import { expect, test } from 'vitest';
import { groupByLetter, matches } from './pickerGroups.ts';

const item = (title: string, subtitle = '') => ({ id: title, title, subtitle, image: '' });

test('groups by letter, what is no Latin letter last under #', () => {
  const groups = groupByLetter(
    [item('USDC'), item('1INCH'), item('Étoile'), item('cbBTC'), item('BTC'), item('BNB')],
    'en-US',
  );
  expect(groups.map((group) => [group.letter, group.items.map((entry) => entry.title)])).toEqual([
    ['B', ['BNB', 'BTC']],
    ['C', ['cbBTC']],
    ['E', ['Étoile']],
    ['U', ['USDC']],
    ['#', ['1INCH']],
  ]);
});

test('the search looks into code, name and network', () => {
  const bitcoin = { ...item('BTC', 'Bitcoin'), aside: 'Lightning' };
  expect(['btc', ' bitc ', 'LIGHT', 'eth'].map((query) => matches(bitcoin, query))).toEqual([true, true, true, false]);
});
