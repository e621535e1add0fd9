import type { Database } from '../../platform/database/database.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Delivery } from './currentDelivery.ts';
import { isMined, lookAtAll } from './sights.ts';
import { alertKeyUsed } from './treasuryAlerts.ts';

/** `replaced`: no form of the payout can be mined any more, by the chain's final word. */
export type BroadcastRefusal = 'spent_elsewhere' | 'invalid' | 'fee_too_low' | 'replaced';

/** Sends the stored bytes of a payout. Where they may be void, asks the chain whether that is final. */
export async function broadcastNewest(
  context: { readonly database: Database },
  delivery: Delivery,
): Promise<Outcome<void, BroadcastRefusal>> {
  const sent = await delivery.chain.broadcastPayout(delivery.variants[0]);
  if (sent.kind === 'ok' || (sent.kind === 'refused' && sent.reason === 'fee_too_low')) return sent;
  const seen = await lookAtAll(context, delivery);
  if (seen.kind !== 'ok') return sent;
  if (seen.value.some(isMined)) return ok(undefined);
  const views = seen.value.map(({ view }) => view);
  if (!views.every(({ status }) => status === 'replaced')) return sent;
  await alertKeyUsed(context.database, delivery, seen.value);
  return views.every(({ final }) => final) ? refused('replaced') : refused('spent_elsewhere');
}
