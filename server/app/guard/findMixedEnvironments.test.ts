import { expect, test } from 'vitest';
import { isPlayMoney } from './findMixedEnvironments.ts';

test.each([
  [['test', 'unknown'], true],
  [['test', 'live'], false],
  [['live', 'unknown'], false],
  [['unknown'], false],
  [[], false],
] as const)('isPlayMoney of %j is %s', (environments, expected) => {
  expect(isPlayMoney(environments.map((environment) => ({ environment })))).toBe(expected);
});
