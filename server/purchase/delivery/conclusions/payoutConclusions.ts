import { raiseLastingAlert } from '../../../notification/alertStore.ts';
import { STOP_PREFIX } from '../../../notification/stopAlertStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Order } from '../../order/order.ts';
import {
  type Conclusion,
  concludeDone,
  concludeWaiting,
  concludeWithEvent,
} from '../../order/stepRunner/conclusion.ts';
import type { Delivery } from '../currentDelivery.ts';
import { alertFeeCeiling, alertStuckPayout } from '../fees/feeAlerts.ts';
import { findLivePayout, updatePayout } from '../payoutStore.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';

type OrderSubject = { readonly order: Order };

const HOUR_MS = 3_600_000;

export function concludeSubmitted(_context: unknown, _about: OrderSubject, { payout, variants }: Delivery): Conclusion {
  // The buyer is shown the payment, not its cancellation.
  const { transactionId } = variants.find(({ purpose }) => purpose === 'payment') ?? variants[0];
  const facts = { payoutId: payout.id, transactionId };
  return concludeWithEvent({ kind: 'payout_submitted', key: `${payout.id}:submitted`, facts }, (transaction) =>
    updatePayout(transaction, payout.id, { status: 'broadcast', transactionId, confirmations: 0, feeUnits: null }),
  );
}

export async function concludeAnswerLost({ database }: DeliveryContext, { order }: OrderSubject): Promise<Conclusion> {
  const payout = await findLivePayout(database, order.id);
  // Another worker has found the payout's claims spent meanwhile. An order whose bytes may have reached the chain is never
  // refunded only because of its deadline.
  if (!payout) return concludeWaiting('answer_lost');
  return concludeWithEvent({ kind: 'payout_unknown', key: `${payout.id}:unknown`, facts: { payoutId: payout.id } });
}

/** The event is repeated once an hour while funds are short. */
export async function concludeFundsShort({ database }: DeliveryContext): Promise<Conclusion> {
  const hour = Math.floor((await database.now()).getTime() / HOUR_MS);
  return concludeWithEvent({ kind: 'funds_short', key: `funds_short:${hour}`, facts: {} });
}

export function concludePayoutRefused(
  _context: unknown,
  { order }: OrderSubject,
  reason: 'would_revert' | 'dust',
): Conclusion {
  return concludeWithEvent({
    kind: 'payout_refused',
    key: `payout_refused:${reason}:${order.eventSequence}`,
    facts: { reason },
  });
}

export function concludeRiskFlagged(
  _context: unknown,
  { order }: OrderSubject,
  reason: 'address_denied' | 'order_changed' | 'not_paid' | 'overvalued' | 'already_paid',
): Conclusion {
  // The sequence makes the key new if the finding recurs after an operator has cleared it.
  return concludeWithEvent({
    kind: 'risk_flagged',
    key: `risk_flagged:${reason}:${order.eventSequence}`,
    facts: { reason },
  });
}

/** Raises one alert per network for all waiting orders. */
export function concludeListStale(_context: unknown, { order: { network } }: OrderSubject): Conclusion {
  return concludeWaiting('list_stale', async (transaction) => {
    const key = `${STOP_PREFIX}${network}:list_stale`;
    await raiseLastingAlert(transaction, { key, orderId: null, kind: 'sanctions_list_stale', facts: { network } });
  });
}

/** Raises one alert per network for all waiting orders. */
export function concludeOverLimit(_context: unknown, { order: { network } }: OrderSubject): Conclusion {
  return concludeWaiting('signer_limit', createSignerAlertWrite(network, 'over_limit'));
}

export function concludeSignerStopped(_context: unknown, { order: { network } }: OrderSubject): Conclusion {
  return concludeWaiting('signer_stopped', createSignerAlertWrite(network, 'signer_stopped'));
}

function createSignerAlertWrite(network: string, reason: 'over_limit' | 'signer_stopped') {
  const key = `${STOP_PREFIX}${network}:${reason}`;
  return async (transaction: Transaction) => {
    await raiseLastingAlert(transaction, { key, orderId: null, kind: 'payouts_stopped', facts: { network, reason } });
  };
}

/**
 * Marks the payout as abandoned, because a final transaction has spent its nonce or an input. The order waits until a new
 * payout is created.
 */
export async function concludeAbandoned({ database }: DeliveryContext, { order }: OrderSubject): Promise<Conclusion> {
  const payout = await findLivePayout(database, order.id);
  if (!payout) return concludeDone();
  const { id, transactionId } = payout;
  return concludeWaiting('spent_elsewhere', (transaction) =>
    updatePayout(transaction, id, { status: 'abandoned', transactionId, confirmations: 0, feeUnits: null }),
  );
}

/** The network's fee is above the ceiling: raises an alert. The order waits, and its deadline still applies. */
export function concludeAtFeeCeiling(_context: unknown, { order }: OrderSubject): Conclusion {
  return concludeWaiting('fee_ceiling', (transaction) => alertFeeCeiling(transaction, order));
}

/** The node rejects every form of the payout, and no other form may be signed now: raises an alert. Nothing was paid. */
export function concludeStuck(
  { order }: OrderSubject,
  reason: 'fee_too_low' | 'bytes_refused' | 'cannot_bump',
): Conclusion {
  return concludeWaiting(reason, (transaction) => alertStuckPayout(transaction, order, reason));
}
