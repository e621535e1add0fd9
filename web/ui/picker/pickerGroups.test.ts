import { expect, test } from 'vitest';
import { findBestMatch, groupByLetter, matchesQuery } from './pickerGroups.ts';

const createItem = (title: string, subtitle = '') => ({ id: title, title, subtitle, image: '' });

test('groups by letter, other characters last under #', () => {
  const groups = groupByLetter(
    [
      createItem('USDC'),
      createItem('1INCH'),
      createItem('Étoile'),
      createItem('cbBTC'),
      createItem('BTC'),
      createItem('BNB'),
    ],
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

test('puts one item before all letters and removes it from its group', () => {
  const groups = groupByLetter(
    [createItem('Austria'), createItem('Germany'), createItem('Greece')],
    'en-US',
    'Germany',
  );
  expect(groups.map((group) => [group.letter, group.items.map((entry) => entry.title)])).toEqual([
    ['', ['Germany']],
    ['A', ['Austria']],
    ['G', ['Greece']],
  ]);
});

test.each([
  ['de-DE', 'Ägypten Frankreich Österreich Albanien', 'A: Ägypten Albanien, F: Frankreich, O: Österreich'],
  ['sv-SE', 'Åland Österrike Angola', 'A: Angola, Å: Åland, Ö: Österrike'],
  ['ar-AE', 'فرنسا ألمانيا آيسلندا النمسا مصر', 'ا: آيسلندا ألمانيا النمسا, ف: فرنسا, م: مصر'],
  ['he-IL', 'צרפת אוסטריה BTC', 'א: אוסטריה, צ: צרפת, B: BTC'],
  [
    'zh-CN',
    '中国 阿富汗 卡塔尔 日本 瑞士 沙特阿拉伯 马来西亚 加拿大 奥地利',
    'A: 阿富汗 奥地利, J: 加拿大, K: 卡塔尔, M: 马来西亚, R: 日本 瑞士, S: 沙特阿拉伯, Z: 中国',
  ],
  ['ko-KR', '그리스 가나 한국', 'ᄀ: 가나 그리스, ᄒ: 한국'],
  ['en-US', '1INCH 中国 Zcash', 'Z: Zcash, #: 1INCH 中国'],
])('in %s the groups use the letters of the language', (locale, titles, expected) => {
  const groups = groupByLetter(
    titles.split(' ').map((title) => createItem(title)),
    locale,
  );
  const shown = groups.map(({ letter, items }) => `${letter}: ${items.map(({ title }) => title).join(' ')}`);
  expect(shown.join(', ')).toBe(expected);
});

test('searches in code, name and network', () => {
  const bitcoin = { ...createItem('BTC', 'Bitcoin'), aside: 'Lightning' };
  expect(['btc', ' bitc ', 'LIGHT', 'eth'].map((query) => matchesQuery(bitcoin, query))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('Enter chooses by code, then by the start of a name, then the first result', () => {
  const found = [
    { ...createItem('AAVE', 'Aave'), aside: 'Ethereum' },
    createItem('ETH', 'Ether'),
    createItem('USDT', 'Tether'),
  ];
  expect(['eth', 'ET', 'ether', 'teth', 'ethereum'].map((query) => findBestMatch(found, query))).toEqual([
    1, 1, 1, 2, 0,
  ]);
  expect(findBestMatch([], 'eth')).toBe(0);
});
