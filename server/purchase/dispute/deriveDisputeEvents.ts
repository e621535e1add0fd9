import type { CardDispute } from '../../providers/card/cardPort.ts';
import type { EventByKind } from '../order/orderEventKinds.ts';
import type { RecordedDispute } from './disputeStore.ts';

/** The acquirer's current state of a dispute, in minor units of the pay currency. */
export type DisputeState = {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly status: CardDispute['status'];
  /** The amount that the acquirer has withdrawn for the dispute. */
  readonly withdrawnUnits: bigint;
  /** Null if it is unknown in the pay currency. */
  readonly feeUnits: bigint | null;
};

export type DisputeEvent = EventByKind<
  'payment_warned' | 'payment_disputed' | 'dispute_won' | 'dispute_lost' | 'dispute_reversed'
>;

type DisputeChanges = {
  readonly events: readonly DisputeEvent[];
  readonly recorded: RecordedDispute;
};

export const emptyRecordedDispute: RecordedDispute = {
  status: 'unknown',
  warned: false,
  heldUnits: 0n,
  lostUnits: 0n,
  feeUnits: 0n,
  eventCount: 0,
};

/**
 * Returns the events that bring an order up to date with a dispute, and the state to record then. The events are the
 * difference between what was recorded and the acquirer's state, so lost, late, repeated or reordered webhooks do not change
 * their sum.
 */
export function deriveDisputeEvents(recorded: RecordedDispute, present: DisputeState): DisputeChanges {
  const { disputeId, paymentId, status, withdrawnUnits } = present;
  const about = { disputeId, paymentId };
  const isDecided = status === 'won' || status === 'lost';
  const held = isDecided ? 0n : withdrawnUnits;
  const lost = isDecided ? withdrawnUnits : 0n;
  const fee = present.feeUnits ?? recorded.feeUnits;

  const taken = computeExcess(held + lost, recorded.heldUnits + recorded.lostUnits);
  const charged = computeExcess(fee, recorded.feeUnits);
  const newlyLost = computeExcess(lost, recorded.lostUnits);
  const returned = computeExcess(recorded.heldUnits + taken, held + newlyLost);
  const heldSoFar = recorded.heldUnits + taken - newlyLost - returned;
  const lostSoFar = recorded.lostUnits + newlyLost;
  // Until an appeal is decided, returned money may be withdrawn again: no event yet.
  const reversed = isDecided ? computeExcess(lostSoFar, lost) : 0n;
  const repaid = computeExcess(recorded.feeUnits + charged, fee);
  const isInquiry =
    !isDecided && held === 0n && recorded.heldUnits === 0n && recorded.lostUnits === 0n && !recorded.warned;
  const settledQuietly = status === 'won' && recorded.status !== 'won' && (recorded.warned || charged > 0n);

  const events: DisputeEvent[] = [];
  const add = (event: Pick<DisputeEvent, 'kind' | 'facts'>) => {
    const key = `${disputeId}:${recorded.eventCount + events.length + 1}:${event.kind}`;
    events.push({ ...event, key } as DisputeEvent);
  };
  if (isInquiry) add({ kind: 'payment_warned', facts: { paymentId, warningId: disputeId } });
  if (taken > 0n || charged > 0n)
    add({
      kind: 'payment_disputed',
      facts: { ...about, units: taken, disputeFeeUnits: charged > 0n ? charged : null },
    });
  if (newlyLost > 0n) add({ kind: 'dispute_lost', facts: { ...about, units: newlyLost } });
  if (returned > 0n || repaid > 0n || settledQuietly)
    add({ kind: 'dispute_won', facts: { ...about, units: returned, disputeFeeUnits: repaid > 0n ? repaid : null } });
  if (reversed > 0n) add({ kind: 'dispute_reversed', facts: { ...about, units: reversed } });

  return {
    events,
    recorded: {
      status,
      warned: recorded.warned || isInquiry,
      heldUnits: heldSoFar,
      lostUnits: lostSoFar - reversed,
      feeUnits: fee,
      eventCount: recorded.eventCount + events.length,
    },
  };
}

/** Returns how much `a` exceeds `b`, or zero. */
function computeExcess(a: bigint, b: bigint): bigint {
  return a > b ? a - b : 0n;
}
