import { expect, test } from 'vitest';
import { computeDroppedSlot } from './concludeUnminedPayout.ts';

test('reports a repeatedly dropped payout at once, then ever less often, under 200 times a day', () => {
  const seconds = Array.from({ length: 24 * 3600 }, (_, second) => computeDroppedSlot(second * 1000));
  const reportSeconds = seconds.flatMap((slot, second) =>
    second === 0 || slot !== seconds[second - 1] ? [second] : [],
  );
  const pauses = reportSeconds.slice(1).map((second, index) => second - (reportSeconds[index] ?? 0));
  expect(reportSeconds[0]).toBe(0);
  expect(pauses[0]).toBeLessThanOrEqual(12);
  for (const [index, pause] of pauses.slice(1).entries())
    expect(pause).toBeGreaterThanOrEqual((pauses[index] ?? 0) - 1);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(660);
  expect(reportSeconds.length).toBeLessThan(200);
  expect(seconds.every((slot, second) => second === 0 || slot >= (seconds[second - 1] ?? 0))).toBe(true);
});
