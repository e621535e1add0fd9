import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DisputeEvent,
  type DisputeState,
  deriveDisputeEvents,
  emptyRecordedDispute,
} from './deriveDisputeEvents.ts';

const present = (some: Partial<DisputeState>): DisputeState => ({
  disputeId: 'du_1',
  paymentId: 'pi_1',
  status: 'open',
  withdrawnUnits: 0n,
  feeUnits: 0n,
  ...some,
});

/** Returns the events of an order if the acquirer's successive answers are these states. */
function deriveEvents(...moments: readonly DisputeState[]) {
  let recorded = emptyRecordedDispute;
  const events: DisputeEvent[] = [];
  for (const moment of moments) {
    const news = deriveDisputeEvents(recorded, moment);
    events.push(...news.events);
    recorded = news.recorded;
  }
  return { events, told: recorded, kinds: events.map(({ kind }) => kind) };
}

const open = present({ withdrawnUnits: 4_000n, feeUnits: 2_000n });
const won = present({ status: 'won', feeUnits: 2_000n });
const wonInMexico = present({ status: 'won', feeUnits: 0n });
const lost = present({ ...open, status: 'lost' });
const inquiry = present({ status: 'warned' });

describe('deriveDisputeEvents', () => {
  test('reports the disputed part and the acquirer’s fee', () => {
    expect(deriveEvents(open, open).events).toEqual([
      {
        kind: 'payment_disputed',
        key: 'du_1:1:payment_disputed',
        facts: { disputeId: 'du_1', paymentId: 'pi_1', units: 4_000n, disputeFeeUnits: 2_000n },
      },
    ]);
  });

  test('returns the money of a won dispute, and the fee only where the acquirer does', () => {
    expect(deriveEvents(open, won).events.at(-1)?.facts).toMatchObject({ units: 4_000n, disputeFeeUnits: null });
    expect(deriveEvents(open, wonInMexico).events.at(-1)?.facts).toMatchObject({
      units: 4_000n,
      disputeFeeUnits: 2_000n,
    });
  });

  test('counts the rest as lost when a part comes back', () => {
    const partly = deriveEvents(open, present({ status: 'won', withdrawnUnits: 1_000n, feeUnits: 2_000n }));
    expect(partly.events.slice(1).map(({ kind, facts }) => [kind, 'units' in facts && facts.units])).toEqual([
      ['dispute_lost', 1_000n],
      ['dispute_won', 3_000n],
    ]);
  });

  test.each([
    ['heard of when it is over', [lost], ['payment_disputed', 'dispute_lost']],
    ['told twice', [open, lost, lost], ['payment_disputed', 'dispute_lost']],
    ['an inquiry takes nothing', [inquiry, inquiry], ['payment_warned']],
    [
      'an inquiry that becomes a dispute',
      [inquiry, open, lost],
      ['payment_warned', 'payment_disputed', 'dispute_lost'],
    ],
    ['an inquiry that comes to nothing', [inquiry, present({ status: 'won' })], ['payment_warned', 'dispute_won']],
    ['opened before the money is taken', [present({}), open], ['payment_warned', 'payment_disputed']],
    ['won before anything was heard of it: the fee alone', [won], ['payment_disputed', 'dispute_won']],
    [
      'more is taken later',
      [open, present({ ...open, withdrawnUnits: 5_000n })],
      ['payment_disputed', 'payment_disputed'],
    ],
    [
      'lost after it had been won',
      [open, won, lost],
      ['payment_disputed', 'dispute_won', 'payment_disputed', 'dispute_lost'],
    ],
    ['nothing was ever taken', [present({ status: 'lost' })], []],
  ] as const)('derives the events of a dispute: %s', (_name, moments, kinds) => {
    expect(deriveEvents(...moments).kinds).toEqual(kinds);
  });

  test('reverses a loss that an appeal brings back', () => {
    const { events, told: recorded } = deriveEvents(open, lost, won);
    expect(recorded.lostUnits).toBe(0n);
    expect(events.at(-1)).toEqual({
      kind: 'dispute_reversed',
      key: 'du_1:3:dispute_reversed',
      facts: { disputeId: 'du_1', paymentId: 'pi_1', units: 4_000n },
    });
    expect(deriveEvents(open, lost, won, won).kinds).toEqual(['payment_disputed', 'dispute_lost', 'dispute_reversed']);
  });

  test('changes nothing for an appeal before its decision', () => {
    const undecided = present({ withdrawnUnits: 0n, feeUnits: 2_000n });
    for (const state of [open, undecided])
      expect(deriveEvents(open, lost, state)).toMatchObject({
        kinds: ['payment_disputed', 'dispute_lost'],
        told: { heldUnits: 0n, lostUnits: 4_000n },
      });
  });

  test('leaves out a fee in another currency', () => {
    expect(deriveEvents(present({ ...open, feeUnits: null })).events[0]?.facts).toMatchObject({
      disputeFeeUnits: null,
    });
  });

  const moments = fc.array(
    fc.record({
      status: fc.constantFrom('warned', 'open', 'won', 'lost' as const),
      withdrawnUnits: fc.bigInt(0n, 10_000n),
      feeUnits: fc.option(fc.bigInt(0n, 3_000n)),
    }),
    { minLength: 1, maxLength: 8 },
  );

  test('agrees with the acquirer’s sums after missed, late or repeated states', () => {
    fc.assert(
      fc.property(moments, (all) => {
        const { events, told: recorded } = deriveEvents(...all.map(present));
        let [held, gone, fee] = [0n, 0n, 0n];
        for (const { kind, facts } of events) {
          const units = 'units' in facts ? (facts.units ?? 0n) : 0n;
          const charged = 'disputeFeeUnits' in facts ? (facts.disputeFeeUnits ?? 0n) : 0n;
          expect(units >= 0n && charged >= 0n).toBe(true);
          if (kind === 'payment_disputed') [held, fee] = [held + units, fee + charged];
          if (kind === 'dispute_won') [held, fee] = [held - units, fee - charged];
          if (kind === 'dispute_lost') [held, gone] = [held - units, gone + units];
          if (kind === 'dispute_reversed') gone -= units;
          expect(held >= 0n && gone >= 0n).toBe(true);
        }
        expect({ held, gone, fee }).toEqual({
          held: recorded.heldUnits,
          gone: recorded.lostUnits,
          fee: recorded.feeUnits,
        });
        const last = all.at(-1);
        const decided = last?.status === 'won' || last?.status === 'lost';
        if (decided) expect([held, gone]).toEqual([0n, last.withdrawnUnits]);
        else expect(held + gone >= (last?.withdrawnUnits ?? 0n)).toBe(true);
        expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
      }),
    );
  });
});
