import type { Database } from '../../../platform/database/database.ts';
import type { Chain, PayoutView } from '../../../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../../../providers/outcome.ts';
import type { Delivery } from '../currentDelivery.ts';
import { listParentForms, type PayoutForm } from '../payoutFormStore.ts';

/** The chain's view of one signed form of a payout. */
export type FormView = { readonly variant: PayoutForm; readonly view: PayoutView };

type FormViewContext = { readonly database: Database };

/**
 * Returns the chain's view of every form. Any form may be mined, so all of them must be known before a conclusion. If
 * one is in a block, only its view is returned. The form that was seen last is queried first, since finding out which
 * transaction replaced a form takes long.
 */
export async function fetchFormViews(
  { database }: FormViewContext,
  { chain, payout, variants }: Pick<Delivery, 'chain' | 'payout' | 'variants'>,
): Promise<Outcome<readonly FormView[]>> {
  const isLikely = ({ transactionId }: PayoutForm) => Number(transactionId === payout.transactionId);
  const views: FormView[] = [];
  for (const variant of variants.toSorted((a, b) => isLikely(b) - isLikely(a))) {
    const seen = await fetchFormView(database, chain, variant);
    if (seen.kind !== 'ok') return seen;
    const view = { variant, view: seen.value };
    if (isMined(view)) return ok([view]);
    views.push(view);
  }
  return ok(views);
}

export function isMined({ view: { status } }: FormView): boolean {
  return status === 'included' || status === 'reverted';
}

/**
 * Returns the chain's view of a form. A form that the node does not know may spend the change of another payout's form
 * that was replaced. Then it can never be mined, but the node cannot report that: its input was never in a block.
 */
async function fetchFormView(
  database: Database,
  chain: Chain,
  form: Pick<PayoutForm, 'transactionId' | 'bytes' | 'unsigned'>,
): Promise<Outcome<PayoutView>> {
  const seen = await chain.getPayout(form, form.unsigned);
  if (seen.kind !== 'ok' || seen.value.status !== 'missing') return seen;
  for (const parent of await listParentForms(database, chain.network, chain.getClaims(form.unsigned))) {
    const above = await fetchFormView(database, chain, parent);
    if (above.kind !== 'ok') return above;
    if (above.value.status === 'replaced') return above;
  }
  return seen;
}
