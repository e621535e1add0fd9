import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RatesSource } from './ratesPort.ts';

/** A rates source together with the vendor or its sandbox. */
export type RatesSubject = {
  readonly source: RatesSource;
  now(): Date;
  /** Makes the next call fail. */
  inject(effect: 'lose_answer_before' | 'answer_500' | 'answer_429'): void;
  /** Currencies that it certainly has, in addition to its base. */
  readonly expected: readonly string[];
  /** Its rates are younger than this on an ordinary day. */
  readonly ordinaryAgeSeconds: number;
  stop(): Promise<void>;
};

/** Registers the tests that every source of fiat rates must pass. */
export function ratesConformance(name: string, open: () => Promise<RatesSubject>): void {
  describe(`${name} as a source of fiat rates`, () => {
    let subject: RatesSubject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.stop());

    async function requireRates() {
      const outcome = await subject.source.getRates();
      if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
      return outcome.value;
    }

    test('returns positive rates against its base, with their time', async () => {
      const seen = await requireRates();
      expect(seen.source).toBe(subject.source.id);
      expect([...seen.rates.keys()]).toEqual(expect.arrayContaining([...subject.expected]));
      expect(seen.rates.has(seen.base)).toBe(false);
      for (const rate of seen.rates.values()) expect(rate.coefficient).toBeGreaterThan(0n);
      const ageSeconds = (subject.now().getTime() - seen.asOf.getTime()) / 1000;
      expect(ageSeconds).toBeGreaterThanOrEqual(0);
      expect(ageSeconds).toBeLessThan(subject.ordinaryAgeSeconds);
    });

    test.each(['lose_answer_before', 'answer_500', 'answer_429'] as const)(
      'is unavailable at %s without revealing its key, and recovers',
      async (effect) => {
        subject.inject(effect);
        const outcome = await subject.source.getRates();
        expect(outcome).toMatchObject({ kind: 'unavailable', retryAfterMs: expect.any(Number) });
        expect(JSON.stringify(outcome)).not.toMatch(/app_id|sandbox-slipway/);
        expect((await requireRates()).rates.size).toBeGreaterThan(0);
      },
    );
  });
}
