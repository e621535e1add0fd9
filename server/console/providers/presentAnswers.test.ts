import { expect, test } from 'vitest';
import type { MinuteAnswerCount } from '../../purchase/offer/providerAnswerStore.ts';
import { presentAnswers } from './presentAnswers.ts';

const heard = (
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
    heard('ok', 6, 200),
    heard('ok', 60, 100),
    heard('refused', 30, 300),
    heard('ok', 4, 1_000),
    heard('unavailable', 5, 2_000),
    heard('limited', 7, 50),
  ]);
  expect(shown).toMatchObject({ asked: 105, ok: 70, refused: 30, unavailable: 5, leftOut: 7, p50: 100, p95: 300 });
  expect(shown?.isLeftOut).toBe(false);
});

test('shows the hour as bars, newest last, and an open circuit', () => {
  const shown = presentAnswers([
    heard('ok', 9, 100, 59),
    heard('unavailable', 3, 2_000, 59),
    heard('ok', 20, 100, 30),
    heard('left_out', 4, 50, 1),
  ]);
  expect(shown?.strip).toHaveLength(12);
  expect(shown?.strip[0]).toBe('warn');
  expect(shown?.strip[5]).toBe('good');
  expect(shown?.strip[11]).toBe('bad');
  expect(shown?.strip.filter((state) => state === 'unknown')).toHaveLength(9);
  expect(shown?.isLeftOut).toBe(true);
});
