import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SanctionsList, SanctionsSource } from './sanctionsPort.ts';

/** A sanctions source together with the publisher or its sandbox. */
export type SanctionsSubject = {
  readonly source: SanctionsSource;
  /** Addresses that are certainly on the list. */
  readonly expected: readonly string[];
  /** Adds this EVM address, which was not on the list. */
  list(address: string): Promise<void>;
  unlist(address: string): Promise<void>;
  /** Sets the list's state: complete, missing, or with one empty file. */
  show(state: 'whole' | 'away' | 'empty'): Promise<void>;
  stop(): Promise<void>;
};

const NEWCOMER = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Registers the tests that every source of sanctioned addresses must pass. */
export function sanctionsConformance(name: string, open: () => Promise<SanctionsSubject>): void {
  describe(`${name} as a source of sanctioned addresses`, () => {
    let subject: SanctionsSubject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.stop());

    async function list(): Promise<SanctionsList> {
      const outcome = await subject.source.fetchList();
      if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
      return outcome.value;
    }

    test('returns the complete sorted list with its hash', async () => {
      const seen = await list();
      expect(seen.source).toBe(subject.source.id);
      expect(seen.version).not.toBe('');
      expect(seen.addresses).toEqual(expect.arrayContaining([...subject.expected]));
      const canonical = [...new Set(seen.addresses)].toSorted();
      expect(seen.addresses).toEqual(canonical);
      const content = `${canonical.join('\n')}\n`;
      expect(seen.hash).toBe(createHash('sha256').update(content).digest('hex'));
    });

    test('has another hash and version for each edition, and the same for an equal one', async () => {
      const before = await list();
      expect(await list()).toEqual(before);
      await subject.list(NEWCOMER);
      const after = await list();
      expect(after.addresses).toEqual([...before.addresses, NEWCOMER].toSorted());
      expect(after.hash).not.toBe(before.hash);
      expect(after.version).not.toBe(before.version);
      await subject.unlist(NEWCOMER);
      expect((await list()).hash).toBe(before.hash);
    });

    test.each(['away', 'empty'] as const)('is unavailable while the list is %s, and recovers', async (state) => {
      const before = await list();
      await subject.show(state);
      const outcome = await subject.source.fetchList();
      expect(outcome).toEqual({
        kind: 'unavailable',
        retryAfterMs: expect.any(Number),
        detail: expect.stringMatching(/./),
      });
      await subject.show('whole');
      expect((await list()).hash).toBe(before.hash);
    });
  });
}
