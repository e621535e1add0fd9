import type { Database } from '../../platform/database/database.ts';
import { type Outcome, refused } from '../../providers/outcome.ts';
import type { Delivery } from './currentDelivery.ts';

/** `replaced`: these bytes can never be mined any more, by the chain's final word. */
export type BroadcastRefusal = 'spent_elsewhere' | 'invalid' | 'fee_too_low' | 'replaced';

/** Sends the stored bytes of a payout. Where they may be void, asks the chain whether that is final. */
export async function broadcastNewest(
  context: { readonly database: Database },
  delivery: Delivery,
): Promise<Outcome<void, BroadcastRefusal>> {
  const { chain, variants } = delivery;
  const [newest] = variants;
  const sent = await chain.broadcastPayout(newest);
  const spentElsewhere = sent.kind === 'refused' && sent.reason === 'spent_elsewhere';
  if (sent.kind === 'ok' || !(spentElsewhere || (await hasExpired(context, delivery)))) return sent;
  const seen = await chain.getPayout(newest, newest.unsigned);
  const isVoid = seen.kind === 'ok' && seen.value.status === 'replaced' && seen.value.final;
  return isVoid ? refused('replaced') : sent;
}

async function hasExpired({ database }: { readonly database: Database }, delivery: Delivery): Promise<boolean> {
  const { signedBytesExpireAfterMs } = delivery.chain.traits;
  if (signedBytesExpireAfterMs === undefined) return false;
  const [newest] = delivery.variants;
  return (await database.now()).getTime() - newest.createdAt.getTime() > signedBytesExpireAfterMs;
}
