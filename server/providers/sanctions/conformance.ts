import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SanctionsList, SanctionsSource } from './sanctionsPort.ts';

/** A sanctions source together with the publisher or its sandbox. */
export type SanctionsSubject = {
  readonly source: SanctionsSource;
  /** Addresses that are certainly on the list. */
  readonly expected: readonly string[];
  /** Adds this EVM address, which was not on the list. */
  addAddress(address: string): Promise<void>;
  removeAddress(address: string): Promise<void>;
  /** Makes the list complete (`whole`), unavailable (`away`), or without addresses in one of its files (`empty`). */
  setState(state: 'whole' | 'away' | 'empty'): Promise<void>;
  stop(): Promise<void>;
};

const ADDED_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Registers the tests that every source of sanctioned addresses must pass. */
export function sanctionsConformance(name: string, open: () => Promise<SanctionsSubject>): void {
  describe(`${name} as a source of sanctioned addresses`, () => {
    let subject: SanctionsSubject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.stop());

    async function fetchListValue(): Promise<SanctionsList> {
      const outcome = await subject.source.fetchList();
      if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
      return outcome.value;
    }

    test('returns the complete sorted list with its hash', async () => {
      const fetched = await fetchListValue();
      expect(fetched.source).toBe(subject.source.id);
      expect(fetched.version).not.toBe('');
      expect(fetched.addresses).toEqual(expect.arrayContaining([...subject.expected]));
      const canonical = [...new Set(fetched.addresses)].toSorted();
      expect(fetched.addresses).toEqual(canonical);
      const content = `${canonical.join('\n')}\n`;
      expect(fetched.hash).toBe(createHash('sha256').update(content).digest('hex'));
    });

    test('has another hash and version after a change, and the same hash after its reversal', async () => {
      const before = await fetchListValue();
      expect(await fetchListValue()).toEqual(before);
      await subject.addAddress(ADDED_ADDRESS);
      const after = await fetchListValue();
      expect(after.addresses).toEqual([...before.addresses, ADDED_ADDRESS].toSorted());
      expect(after.hash).not.toBe(before.hash);
      expect(after.version).not.toBe(before.version);
      await subject.removeAddress(ADDED_ADDRESS);
      expect((await fetchListValue()).hash).toBe(before.hash);
    });

    test.each(['away', 'empty'] as const)('is unavailable while the list is %s, and recovers', async (state) => {
      const before = await fetchListValue();
      await subject.setState(state);
      const outcome = await subject.source.fetchList();
      expect(outcome).toEqual({
        kind: 'unavailable',
        retryAfterMs: expect.any(Number),
        detail: expect.stringMatching(/./),
      });
      await subject.setState('whole');
      expect((await fetchListValue()).hash).toBe(before.hash);
    });
  });
}
