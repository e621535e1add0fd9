import type { CardDispute } from '../../providers/card/cardPort.ts';
import type { EventOf } from '../order/events.ts';
import type { Told } from './disputeStore.ts';

/** What the acquirer says by now, in minor units of the pay currency. */
export type Present = {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly status: CardDispute['status'];
  /** What is gone from the account on account of it. */
  readonly withdrawnUnits: bigint;
  /** Null when it is not known in the pay currency. */
  readonly feeUnits: bigint | null;
};

export type DisputeEvent = EventOf<
  'payment_warned' | 'payment_disputed' | 'dispute_won' | 'dispute_lost' | 'dispute_reversed'
>;

type News = {
  readonly events: readonly DisputeEvent[];
  readonly told: Told;
};

export const nothingTold: Told = {
  status: 'unknown',
  warned: false,
  heldUnits: 0n,
  lostUnits: 0n,
  feeUnits: 0n,
  tellings: 0,
};

/**
 * What an order has to be told of a dispute, so that it knows as much as the acquirer: the difference between what it was
 * told and what is. Hints that are lost, late, doubled or out of order change nothing about the sum.
 */
export function disputeNews(told: Told, present: Present): News {
  const { disputeId, paymentId, status, withdrawnUnits } = present;
  const about = { disputeId, paymentId };
  const over = status === 'won' || status === 'lost';
  const held = over ? 0n : withdrawnUnits;
  const lost = over ? withdrawnUnits : 0n;
  const fee = present.feeUnits ?? told.feeUnits;

  const taken = above(held + lost, told.heldUnits + told.lostUnits);
  const charged = above(fee, told.feeUnits);
  const newlyLost = above(lost, told.lostUnits);
  const back = above(told.heldUnits + taken, held + newlyLost);
  const heldTold = told.heldUnits + taken - newlyLost - back;
  const lostSoFar = told.lostUnits + newlyLost;
  // Before an appeal is decided what is back may be taken again: no order is told.
  const reversed = over ? above(lostSoFar, lost) : 0n;
  const repaid = above(told.feeUnits + charged, fee);
  const asks = !over && held === 0n && told.heldUnits === 0n && told.lostUnits === 0n && !told.warned;
  const settledQuietly = status === 'won' && told.status !== 'won' && (told.warned || charged > 0n);

  const events: DisputeEvent[] = [];
  const tell = (event: Pick<DisputeEvent, 'kind' | 'facts'>) => {
    const key = `${disputeId}:${told.tellings + events.length + 1}:${event.kind}`;
    events.push({ ...event, key } as DisputeEvent);
  };
  if (asks) tell({ kind: 'payment_warned', facts: { paymentId, warningId: disputeId } });
  if (taken > 0n || charged > 0n)
    tell({
      kind: 'payment_disputed',
      facts: { ...about, units: taken, disputeFeeUnits: charged > 0n ? charged : null },
    });
  if (newlyLost > 0n) tell({ kind: 'dispute_lost', facts: { ...about, units: newlyLost } });
  if (back > 0n || repaid > 0n || settledQuietly)
    tell({ kind: 'dispute_won', facts: { ...about, units: back, disputeFeeUnits: repaid > 0n ? repaid : null } });
  if (reversed > 0n) tell({ kind: 'dispute_reversed', facts: { ...about, units: reversed } });

  return {
    events,
    told: {
      status,
      warned: told.warned || asks,
      heldUnits: heldTold,
      lostUnits: lostSoFar - reversed,
      feeUnits: fee,
      tellings: told.tellings + events.length,
    },
  };
}

/** How much more `a` is than `b`; nothing when it is not. */
function above(a: bigint, b: bigint): bigint {
  return a > b ? a - b : 0n;
}
