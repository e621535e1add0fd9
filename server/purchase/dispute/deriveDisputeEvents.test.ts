import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DisputeEvent,
  type DisputeState,
  deriveDisputeEvents,
  emptyRecordedDispute,
} from './deriveDisputeEvents.ts';

const createState = (overrides: Partial<DisputeState>): DisputeState => ({
  disputeId: 'du_1',
  paymentId: 'pi_1',
  status: 'open',
  withdrawnUnits: 0n,
  feeUnits: 0n,
  ...overrides,
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
  return { events, recorded, kinds: events.map(({ kind }) => kind) };
}

const open = createState({ withdrawnUnits: 4_000n, feeUnits: 2_000n });
const won = createState({ status: 'won', feeUnits: 2_000n });
const wonInMexico = createState({ status: 'won', feeUnits: 0n });
const lost = createState({ ...open, status: 'lost' });
const inquiry = createState({ status: 'warned' });

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

  test('reports the money of a won dispute as returned, and the fee only if the acquirer returned it', () => {
    expect(deriveEvents(open, won).events.at(-1)?.facts).toMatchObject({ units: 4_000n, disputeFeeUnits: null });
    expect(deriveEvents(open, wonInMexico).events.at(-1)?.facts).toMatchObject({
      units: 4_000n,
      disputeFeeUnits: 2_000n,
    });
  });

  test('reports the rest as lost when the acquirer returns only a part', () => {
    const partly = deriveEvents(open, createState({ status: 'won', withdrawnUnits: 1_000n, feeUnits: 2_000n }));
    expect(partly.events.slice(1).map(({ kind, facts }) => [kind, 'units' in facts && facts.units])).toEqual([
      ['dispute_lost', 1_000n],
      ['dispute_won', 3_000n],
    ]);
  });

  test.each([
    ['first reported when it is lost', [lost], ['payment_disputed', 'dispute_lost']],
    ['reported as lost twice', [open, lost, lost], ['payment_disputed', 'dispute_lost']],
    ['an inquiry, which withdraws nothing', [inquiry, inquiry], ['payment_warned']],
    [
      'an inquiry that becomes a dispute',
      [inquiry, open, lost],
      ['payment_warned', 'payment_disputed', 'dispute_lost'],
    ],
    [
      'an inquiry that is closed without a dispute',
      [inquiry, createState({ status: 'won' })],
      ['payment_warned', 'dispute_won'],
    ],
    ['opened before the money is withdrawn', [createState({}), open], ['payment_warned', 'payment_disputed']],
    ['first reported when it is won, with a fee', [won], ['payment_disputed', 'dispute_won']],
    [
      'more money is withdrawn later',
      [open, createState({ ...open, withdrawnUnits: 5_000n })],
      ['payment_disputed', 'payment_disputed'],
    ],
    [
      'lost after it had been won',
      [open, won, lost],
      ['payment_disputed', 'dispute_won', 'payment_disputed', 'dispute_lost'],
    ],
    ['lost without a withdrawal', [createState({ status: 'lost' })], []],
  ] as const)('derives the events of a dispute: %s', (_name, moments, kinds) => {
    expect(deriveEvents(...moments).kinds).toEqual(kinds);
  });

  test('reverses a loss when an appeal is won', () => {
    const { events, recorded } = deriveEvents(open, lost, won);
    expect(recorded.lostUnits).toBe(0n);
    expect(events.at(-1)).toEqual({
      kind: 'dispute_reversed',
      key: 'du_1:3:dispute_reversed',
      facts: { disputeId: 'du_1', paymentId: 'pi_1', units: 4_000n },
    });
    expect(deriveEvents(open, lost, won, won).kinds).toEqual(['payment_disputed', 'dispute_lost', 'dispute_reversed']);
  });

  test('changes nothing for an appeal before its decision', () => {
    const undecided = createState({ withdrawnUnits: 0n, feeUnits: 2_000n });
    for (const state of [open, undecided])
      expect(deriveEvents(open, lost, state)).toMatchObject({
        kinds: ['payment_disputed', 'dispute_lost'],
        recorded: { heldUnits: 0n, lostUnits: 4_000n },
      });
  });

  test('omits a fee that is unknown in the pay currency', () => {
    expect(deriveEvents(createState({ ...open, feeUnits: null })).events[0]?.facts).toMatchObject({
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
        const { events, recorded } = deriveEvents(...all.map(createState));
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
