import { expect, test } from 'vitest';
import type { MinuteAnswerCount } from '../../purchase/offer/providerAnswerStore.ts';
import { presentAnswers } from './presentAnswers.ts';

const createCount = (
  outcome: MinuteAnswerCount['outcome'],
  times: number,
  withinMs = 100,
  minutesAgo = 0,
): MinuteAnswerCount => ({
  provider: 'swift',
  outcome,
  times,
  withinMs,
  minutesAgo,
});

test('returns null without any answer', () => {
  expect(presentAnswers([])).toBeNull();
});

test('computes the median and 95th percentile, without requests that were not sent', () => {
  const shown = presentAnswers([
    createCount('ok', 6, 200),
    createCount('ok', 60, 100),
    createCount('refused', 30, 300),
    createCount('ok', 4, 1_000),
    createCount('unavailable', 5, 2_000),
    createCount('limited', 7, 50),
  ]);
  expect(shown).toMatchObject({ requests: 105, ok: 70, refused: 30, unavailable: 5, leftOut: 7, p50: 100, p95: 300 });
  expect(shown?.isLeftOut).toBe(false);
});

test('shows the hour as bars, newest last, and that the provider is left out', () => {
  const shown = presentAnswers([
    createCount('ok', 9, 100, 59),
    createCount('unavailable', 3, 2_000, 59),
    createCount('ok', 20, 100, 30),
    createCount('left_out', 4, 50, 1),
  ]);
  expect(shown?.strip).toHaveLength(12);
  expect(shown?.strip[0]).toBe('warn');
  expect(shown?.strip[5]).toBe('good');
  expect(shown?.strip[11]).toBe('bad');
  expect(shown?.strip.filter((state) => state === 'unknown')).toHaveLength(9);
  expect(shown?.isLeftOut).toBe(true);
});
