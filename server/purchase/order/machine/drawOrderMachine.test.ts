import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawOrderMachine } from './drawOrderMachine.ts';

test('docs/order.md contains what drawOrderMachine returns', () => {
  const drawn = readFileSync(new URL('../../../../docs/order.md', import.meta.url), 'utf8');
  expect(drawn, 'run npm run draw').toBe(drawOrderMachine());
});
