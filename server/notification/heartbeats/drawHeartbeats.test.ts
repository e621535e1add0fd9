import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawHeartbeats } from './drawHeartbeats.ts';

test('docs/heartbeats.md equals the table', () => {
  const drawn = readFileSync(new URL('../../../docs/heartbeats.md', import.meta.url), 'utf8');
  expect(drawn, 'run npm run draw').toBe(drawHeartbeats());
});
