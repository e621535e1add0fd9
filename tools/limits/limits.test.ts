import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { computeOrdersPerMinute } from '../../server/providers/vendorLimits.ts';
import { drawLimits } from './drawLimits.ts';

test('docs/vendor-limits.md equals the manifests', () => {
  const page = fileURLToPath(new URL('../../docs/vendor-limits.md', import.meta.url));
  expect(readFileSync(page, 'utf8'), 'run npm run draw').toBe(drawLimits());
});

test('states the thirty orders a minute that krakenBudget.test.ts proves', () => {
  expect(drawLimits()).toContain('**30 orders a minute**');
});

const LIMIT = { what: '', calls: 100, perSeconds: 60, callsPerOrder: 4, callsPerMinute: 10, source: '' };

test.each([
  ['the orders that remain after the calls of each minute', {}, 22],
  ['any number when an order makes no call', { callsPerOrder: 0 }, undefined],
  ['none when the calls of each minute use all of it', { callsPerMinute: 200 }, 0],
])('a limit allows %s', (_what, given, orders) => {
  expect(computeOrdersPerMinute({ ...LIMIT, ...given })).toBe(orders);
});
