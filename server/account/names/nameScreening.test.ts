import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNameScreening } from './nameScreening.ts';

const THRESHOLD = 85;
const LISTED = [
  'Boris Listed',
  'GUZMAN LOERA, Joaquin Archivaldo',
  'Muhammad al-Masri',
  'Wang Xiaoming',
  'Иван Запретный',
  'Alireza Karimi',
  "Sean O'Malley",
];

function judge(name: string) {
  const [firstName = '', ...rest] = name.split(' ');
  return createNameScreening({ names: () => LISTED, thresholdPercent: () => THRESHOLD }).judge(
    firstName,
    rest.join(' '),
  );
}

test.each([
  ['Boris Listed', 'Boris Listed'],
  ['Boris J Listed', 'Boris Listed'],
  ['Boris Jean-Luc Listed', 'Boris Listed'],
  ['LISTED BORIS', 'Boris Listed'],
  ['Bòríš Lístéd', 'Boris Listed'],
  ['Борис Листед', 'Boris Listed'],
  // Its second letter is Cyrillic.
  ['Bоris Listed', 'Boris Listed'],
  ['Borris Listed', 'Boris Listed'],
  ['Boris Lsited', 'Boris Listed'],
  ['Μπόρις Boris Listed', 'Boris Listed'],
  ['BorisListed x', 'Boris Listed'],
  ['Joaquin Guzman Loera', 'GUZMAN LOERA, Joaquin Archivaldo'],
  ['Mohammed Al Masri', 'Muhammad al-Masri'],
  ['محمد المصري', 'Muhammad al-Masri'],
  ['小明 王', 'Wang Xiaoming'],
  ['王小明 x', 'Wang Xiaoming'],
  ['Xiao Ming Wang', 'Wang Xiaoming'],
  ['Ivan Zapretnyy', 'Иван Запретный'],
  ['Ali Reza Karimi', 'Alireza Karimi'],
  ['Sean OMalley', "Sean O'Malley"],
])('finds %s as the listed %s', (name, entry) => {
  expect(judge(name)).toMatchObject({ isListed: true, entry });
});

test.each([
  'Anna Weber',
  'Boris Becker',
  'Boris Lisowski',
  'Doris Lessing',
  'Maria Listed',
  'Joaquin Phoenix',
  'Maria Guzman',
  'Muhammad Ali',
  'Mohammed Salah',
  'Wang Wei',
  'Li Xiaolong',
  'Ivan Petrov',
  'Иван Иванов',
  'Ali Rezaei',
  'Sean Connery',
  'James Smith',
  'Maria Garcia',
  'John Johnson',
  'Nguyễn Văn An',
  'Γιώργος Παπαδόπουλος',
  'Fatima Hassan',
  'Jean Dupont',
])('does not find %s on the list', (name) => {
  expect(judge(name)).toMatchObject({ isListed: false });
});

test('finds no name on an empty list, and returns the matched entry, scores and list version', () => {
  const emptyScreening = createNameScreening({ names: () => [], thresholdPercent: () => 0 });
  expect(emptyScreening.judge('Boris', 'Listed')).toMatchObject({ isListed: false, entry: '' });
  const { listVersion, ...verdict } = judge('Boris J Listed');
  expect(verdict).toEqual({ isListed: true, entry: 'Boris Listed', scorePercent: 100, thresholdPercent: THRESHOLD });
  expect(listVersion).toMatch(/^[0-9a-f]{16}$/);
});

describe('name screening', () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ÿА-я]{1,12}$/);
  const further = fc.array(word, { maxLength: 3 });
  const marks = fc.array(fc.constantFrom('', '\u0301', '\u0308', '\u0327', '\u030C'), { minLength: 60, maxLength: 60 });
  const shuffle = (words: readonly string[]) =>
    fc.shuffledSubarray([...words], { minLength: words.length, maxLength: words.length });

  const addMarks = (name: string, added: readonly string[]) =>
    Array.from(name, (letter, at) => letter + (/[a-z]/i.test(letter) ? (added[at] ?? '') : '')).join('');

  test('finds a listed name despite further words, another order, case or diacritics', () => {
    const changed = fc
      .tuple(fc.constantFrom('Boris Listed', 'Alireza Karimi', 'Wang Xiaoming', 'Иван Запретный'), further)
      .chain(([name, more]) => shuffle([...name.split(' '), ...more]));
    fc.assert(
      fc.property(changed, marks, fc.boolean(), (words, added, isUpperCase) => {
        const name = addMarks(words.join(' '), added);
        expect(judge(isUpperCase ? name.toUpperCase() : name.toLowerCase())).toMatchObject({ scorePercent: 100 });
      }),
    );
  });

  test('never lowers the score for a further word', () => {
    fc.assert(
      fc.property(fc.tuple(word, word), further, ([first, last], more) => {
        const alone = judge(`${first} ${last}`).scorePercent;
        expect(judge([first, ...more, last].join(' ')).scorePercent).toBeGreaterThanOrEqual(alone);
      }),
    );
  });
});
