import { expect, test } from 'vitest';
import { formatFieldChanges } from './changeConfiguration.ts';

const FEE = { percent: '0.039', fixed: '0.30', enabled: true };

test.each([
  ['changed fields with both values', FEE, { ...FEE, percent: '0.031' }, 'percent 0.039 → 0.031'],
  ['all fields of a new row', null, FEE, 'percent 0.039; fixed 0.30; enabled true'],
  [
    'added and removed fields',
    FEE,
    { percent: '0.039', enabled: true, minimum: '3.99' },
    'fixed removed; minimum 3.99',
  ],
  ['lists', { origins: ['https://a.example'] }, { origins: [] }, 'origins ["https://a.example"] → []'],
  ['that nothing changed', FEE, { ...FEE }, 'nothing changed'],
])('the result of a change names %s', (_name, before, after, text) => {
  expect(formatFieldChanges(before, after)).toBe(text);
});
