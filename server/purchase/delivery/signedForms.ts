import type { Transaction } from '../../platform/database/database.ts';
import type { LivePayout, SignedPayout, UnsignedPayout } from '../../providers/chain/chainPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { WaitReason } from '../order/conclusion.ts';
import { lockOrder } from '../order/orderStore.ts';
import type { Delivery } from './currentDelivery.ts';
import { alertRaisedFee } from './feeAlerts.ts';
import { livePayout, writeWaitsFor } from './payoutStore.ts';
import { type FormPurpose, insertVariant, type PayoutVariant, payoutVariants } from './payoutVariantStore.ts';
import type { DeliveryContext } from './preparePayout.ts';
import { claimedSoFar, isBuiltOn, lockTreasury } from './treasuryClaimStore.ts';

export type NewForm = {
  readonly purpose: FormPurpose;
  readonly unsigned: UnsignedPayout;
  readonly signed: SignedPayout;
  /** The operator's that it is signed for: a second one for the same request is a unique violation. */
  readonly requestId?: number | undefined;
};

/** How things stand under the locks of the order and of the address that pays. */
export type SignedForms = {
  readonly now: Date;
  readonly newest: PayoutVariant;
  readonly first: PayoutVariant;
  readonly live: readonly LivePayout[];
  /** Another live payout spends what one of the forms leaves: without that form it could never be mined. */
  readonly changeSpent: boolean;
};

/** Refusals for which a payout stands still; of others nothing is kept. */
export type KeepsWaiting = Extract<
  WaitReason,
  'fee_ceiling' | 'funds_short' | 'earlier_payout' | 'cannot_bump' | 'change_spent' | 'not_cleared'
>;

/**
 * Signs and stores one more form of a payout, in one transaction and before anything is sent. `overtaken` when another
 * worker has signed one meanwhile, for this order or for another of its batch, or the payout has ended.
 */
export async function storeForm<Refusal extends string>(
  { database }: Pick<DeliveryContext, 'database'>,
  delivery: Delivery,
  make: (forms: SignedForms, transaction: Transaction) => Promise<Outcome<NewForm, Refusal>>,
  waitOf: { readonly [Reason in Refusal]?: KeepsWaiting },
): Promise<Outcome<SignedPayout, Refusal | 'overtaken'>> {
  const { order, payout, variants, chain } = delivery;
  return database.transaction(async (transaction) => {
    const { now } = await lockOrder(transaction, order.id);
    await lockTreasury(transaction, chain.network, chain.treasuryAddress);
    const present = await livePayout(transaction, order.id);
    const forms = await payoutVariants(transaction, payout.batchId);
    const [newest] = forms;
    const first = forms.at(-1);
    if (!newest || !first || present?.id !== payout.id || newest.number !== variants[0].number)
      return refused('overtaken');
    const { live } = await claimedSoFar(transaction, chain);
    const ids = forms.map(({ transactionId }) => transactionId);
    const changeSpent = await isBuiltOn(transaction, chain.network, ids);
    const form = await make({ now, newest, first, live, changeSpent }, transaction);
    if (form.kind === 'refused') await writeWaitsFor(transaction, payout.batchId, waitOf[form.reason] ?? null);
    if (form.kind !== 'ok') return form;
    const { unsigned, signed } = form.value;
    await alertRaisedFee(transaction, delivery, chain.worstFee(unsigned));
    await insertVariant(transaction, payout.batchId, { number: newest.number + 1, ...form.value });
    await writeWaitsFor(transaction, payout.batchId, null);
    return ok(signed);
  });
}
