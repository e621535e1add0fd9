import { expect, test } from 'vitest';
import { computeRequoteFigures } from './computeRequoteFigures.ts';

test.each([
  ['0.03034257', '0.02943229', { kind: 'less', amount: '0.00091028', percent: '-3.00' }],
  ['0.02943229', '0.03034257', { kind: 'more', amount: '0.00091028', percent: '+3.09' }],
  ['230.140000', '228.989300', { kind: 'less', amount: '1.150700', percent: '-0.50' }],
  ['0.300000000000000000', '0.200000000000000000', { kind: 'less', amount: '0.100000000000000000', percent: '-33.33' }],
  ['1.00000000', '0.98995000', { kind: 'less', amount: '0.01005000', percent: '-1.01' }],
] as const)('a change from %s to %s is %o', (quoted, now, figures) => {
  expect(computeRequoteFigures(quoted, now)).toEqual(figures);
});
