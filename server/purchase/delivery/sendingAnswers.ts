import { keepOpen } from '../../notification/alertStore.ts';
import { STOP_PREFIX } from '../../notification/stopAlertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Conclusion, done, tells, waits } from '../order/conclusion.ts';
import type { Order } from '../order/order.ts';
import type { Delivery } from './currentDelivery.ts';
import { alertCeiling, alertStuck } from './feeAlerts.ts';
import { livePayout, updatePayout } from './payoutStore.ts';
import type { DeliveryContext } from './preparePayout.ts';

type OfOrder = { readonly order: Order };

const HOUR_MS = 3_600_000;

export function submitted(_context: unknown, _about: OfOrder, { payout, variants }: Delivery): Conclusion {
  // A cancellation is no transaction that a buyer looks for.
  const { transactionId } = variants.find(({ purpose }) => purpose === 'payment') ?? variants[0];
  const facts = { payoutId: payout.id, transactionId };
  return tells({ kind: 'payout_submitted', key: `${payout.id}:submitted`, facts }, (transaction) =>
    updatePayout(transaction, payout.id, { status: 'broadcast', transactionId, confirmations: 0, feeUnits: null }),
  );
}

export async function answerLost({ database }: DeliveryContext, { order }: OfOrder): Promise<Conclusion> {
  const payout = await livePayout(database, order.id);
  if (!payout) return waits('treasury_unread');
  return tells({ kind: 'payout_unknown', key: `${payout.id}:unknown`, facts: { payoutId: payout.id } });
}

/** Said once an hour for as long as it lasts. */
export async function fundsShort({ database }: DeliveryContext): Promise<Conclusion> {
  const hour = Math.floor((await database.now()).getTime() / HOUR_MS);
  return tells({ kind: 'funds_short', key: `funds_short:${hour}`, facts: {} });
}

export function payoutRefused(_context: unknown, { order }: OfOrder, reason: 'would_revert' | 'dust'): Conclusion {
  return tells({ kind: 'payout_refused', key: `payout_refused:${reason}:${order.eventSequence}`, facts: { reason } });
}

export function flagged(
  _context: unknown,
  { order }: OfOrder,
  reason: 'address_denied' | 'order_changed' | 'not_paid' | 'overvalued' | 'paid_already',
): Conclusion {
  // Cleared and found again, it is another finding.
  return tells({ kind: 'risk_flagged', key: `risk_flagged:${reason}:${order.eventSequence}`, facts: { reason } });
}

/** One alert for a network, whatever the number of orders that wait. */
export function listStale(_context: unknown, { order: { network } }: OfOrder): Conclusion {
  return waits('list_stale', async (transaction) => {
    const key = `${STOP_PREFIX}${network}:list_stale`;
    await keepOpen(transaction, { key, orderId: null, kind: 'sanctions_list_stale', facts: { network } });
  });
}

/** One alert for a network, as {@link listStale}. */
export function overLimit(_context: unknown, { order: { network } }: OfOrder): Conclusion {
  return waits('signer_limit', alertSigner(network, 'over_limit'));
}

export function signerStopped(_context: unknown, { order: { network } }: OfOrder): Conclusion {
  return waits('signer_stopped', alertSigner(network, 'signer_stopped'));
}

function alertSigner(network: string, reason: 'over_limit' | 'signer_stopped') {
  const key = `${STOP_PREFIX}${network}:${reason}`;
  return async (transaction: Transaction) => {
    await keepOpen(transaction, { key, orderId: null, kind: 'payouts_stopped', facts: { network, reason } });
  };
}

/** Its nonce or an input was spent by another transaction at final depth: the payout may be made anew. */
export async function abandon({ database }: DeliveryContext, { order }: OfOrder): Promise<Conclusion> {
  const payout = await livePayout(database, order.id);
  if (!payout) return done();
  const { id, transactionId } = payout;
  return waits('spent_elsewhere', (transaction) =>
    updatePayout(transaction, id, { status: 'abandoned', transactionId, confirmations: 0, feeUnits: null }),
  );
}

/** The network asks too much now: nothing is signed for more, and the order's time limit runs on. */
export function atCeiling(_context: unknown, { order }: OfOrder): Conclusion {
  return waits('fee_ceiling', (transaction) => alertCeiling(transaction, order));
}

/** The node takes no form of the payout, and no other may be signed now: nothing was paid. */
export function stuck({ order }: OfOrder, reason: 'fee_too_low' | 'bytes_refused' | 'cannot_bump'): Conclusion {
  return waits(reason, (transaction) => alertStuck(transaction, order, reason));
}
