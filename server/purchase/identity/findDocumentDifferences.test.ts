import { expect, test } from 'vitest';
import { findDocumentDifferences } from './findDocumentDifferences.ts';

const details = { firstName: 'Anna', lastName: 'Weber', birthDate: '1990-05-31', citizenship: 'DE' };

function findDifferences(change: Partial<typeof details>, given: string, family: string) {
  const document = { names: [{ given, family }], birthDate: '1990-05-31', citizenship: 'DE' };
  return findDocumentDifferences({ ...details, ...change }, document);
}

test.each([
  [{}, 'ANNA', 'WEBER'],
  [{}, 'Anna Maria', 'Weber'],
  [{ firstName: 'Weber', lastName: 'Anna' }, 'Anna', 'Weber'],
  [{ lastName: 'Müller' }, 'ANNA', 'MUELLER'],
  [{ lastName: 'Muller' }, 'Anna', 'Müller'],
  [{ firstName: 'Анна', lastName: 'Вебер' }, 'ANNA', 'VEBER'],
  [{ lastName: "O'Brien" }, 'ANNA', 'OBRIEN'],
  [{ firstName: 'Đorđe', lastName: 'Sørensen' }, 'DJORDJE', 'SOERENSEN'],
  [{ firstName: 'Anna-Maria', lastName: 'van den Berg' }, 'ANNAMARIA', 'VANDENBERG'],
  [{ firstName: 'Щербак', lastName: 'Юлия' }, 'IULIIA', 'SHCHERBAK'],
  [{ firstName: 'Suharto', lastName: 'Suharto' }, '', 'SUHARTO'],
])('finds no difference between the details %j and %s %s', (change, given, family) => {
  expect(findDifferences(change, given, family)).toEqual([]);
});

test.each([
  [{}, 'Berta', 'Weber'],
  [{}, 'Anna', 'Fischer'],
  [{ firstName: 'Anna', lastName: 'Maria' }, 'Anna Maria', 'Weber'],
  [{ firstName: 'Anna Clara' }, 'Anna', 'Weber'],
  [{ firstName: 'A' }, 'Anna', 'Weber'],
  [{ firstName: 'Michal' }, 'Michael', 'Weber'],
  [{}, '', ''],
  [{}, '-', '<<<'],
])('finds that the names differ between the details %j and %s %s', (change, given, family) => {
  expect(findDifferences(change, given, family)).toEqual(['name']);
});

test('reports a missing name or birth date and a different citizenship, but not a missing citizenship', () => {
  expect(findDocumentDifferences(details, undefined)).toEqual(['name', 'birthDate']);
  const names = [
    { given: 'Анна', family: 'Вебер-Шмидт' },
    { given: 'Anna', family: 'Weber' },
  ];
  expect(findDocumentDifferences(details, { names, birthDate: '1990-05-31' })).toEqual([]);
  expect(findDocumentDifferences(details, { names, birthDate: '1790-05-31', citizenship: 'FR' })).toEqual([
    'birthDate',
    'citizenship',
  ]);
});
