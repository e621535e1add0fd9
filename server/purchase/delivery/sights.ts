import type { Database } from '../../platform/database/database.ts';
import type { Chain, PayoutView } from '../../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { Delivery } from './currentDelivery.ts';
import { formsOf, type PayoutVariant } from './payoutVariantStore.ts';

/** What the chain says of one signed form of a payout. */
export type Sight = { readonly variant: PayoutVariant; readonly view: PayoutView };

type SightContext = { readonly database: Database };

/**
 * Any of the forms may be the one that is mined: without an answer about one, nothing is concluded. One that is in a block
 * says it all; the one that was seen there last is asked first, since finding out what replaced another takes long.
 */
export async function lookAtAll(
  { database }: SightContext,
  { chain, payout, variants }: Pick<Delivery, 'chain' | 'payout' | 'variants'>,
): Promise<Outcome<readonly Sight[]>> {
  const isLikely = ({ transactionId }: PayoutVariant) => Number(transactionId === payout.transactionId);
  const sights: Sight[] = [];
  for (const variant of variants.toSorted((a, b) => isLikely(b) - isLikely(a))) {
    const seen = await lookAt(database, chain, variant);
    if (seen.kind !== 'ok') return seen;
    const sight = { variant, view: seen.value };
    if (isMined(sight)) return ok([sight]);
    sights.push(sight);
  }
  return ok(sights);
}

export function isMined({ view: { status } }: Sight): boolean {
  return status === 'included' || status === 'reverted';
}

/**
 * A form that no node knows may spend the change of a payout whose other form was mined: then it can never be, and its
 * node cannot tell, since what it spends never was in a block.
 */
async function lookAt(
  database: Database,
  chain: Chain,
  form: Pick<PayoutVariant, 'transactionId' | 'bytes' | 'unsigned'>,
): Promise<Outcome<PayoutView>> {
  const seen = await chain.getPayout(form, form.unsigned);
  if (seen.kind !== 'ok' || seen.value.status !== 'missing') return seen;
  for (const parent of await formsOf(database, chain.network, chain.claimsOf(form.unsigned))) {
    const above = await lookAt(database, chain, parent);
    if (above.kind !== 'ok') return above;
    if (above.value.status === 'replaced') return above;
  }
  return seen;
}
