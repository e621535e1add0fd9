import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawOrderMachine } from './drawOrderMachine.ts';

test('matches docs/order.md', () => {
  const drawn = readFileSync(new URL('../../../../docs/order.md', import.meta.url), 'utf8');
  expect(drawn, 'run npm run draw').toBe(drawOrderMachine());
});
