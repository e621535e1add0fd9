import type { Transaction } from '../../../platform/database/database.ts';
import type { LivePayout, SignedPayout, UnsignedPayout } from '../../../providers/chain/chainPort.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import { lockOrder } from '../../order/orderStore.ts';
import type { WaitReason } from '../../order/stepRunner/conclusion.ts';
import type { Delivery } from '../currentDelivery.ts';
import { alertRaisedFee } from '../fees/feeAlerts.ts';
import { type FormPurpose, insertPayoutForm, listPayoutForms, type PayoutForm } from '../payoutFormStore.ts';
import { findLivePayout, updatePayoutWaitReason } from '../payoutStore.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';
import { isSpentByLivePayout, listTreasuryClaims, lockTreasury } from '../treasuryClaimStore.ts';

export type NewPayoutForm = {
  readonly purpose: FormPurpose;
  readonly unsigned: UnsignedPayout;
  readonly signed: SignedPayout;
  /** The operator's request for this form. A second form for the same request is a unique violation. */
  readonly requestId?: number | undefined;
};

/** The payout's forms, read under the locks of the order and of the paying address. */
export type LockedPayoutForms = {
  readonly now: Date;
  readonly newest: PayoutForm;
  readonly first: PayoutForm;
  readonly live: readonly LivePayout[];
  /** Another live payout spends the change of one of the forms. It can only be mined if that form is mined. */
  readonly changeSpent: boolean;
};

/** Refusals that are stored with the payout as its wait reason. Other refusals are not stored. */
export type PayoutWaitReason = Extract<
  WaitReason,
  'fee_ceiling' | 'funds_short' | 'earlier_payout' | 'cannot_bump' | 'change_spent' | 'not_cleared'
>;

/**
 * Signs and stores one more form of a payout, in one transaction and before it is sent. `overtaken` if another worker
 * has signed one meanwhile, for this order or another of its batch, or if the payout has ended. Stores a refusal as the
 * payout's wait reason, and raises an alert if the form may cost more than was expected.
 */
export async function signAndStoreForm<Refusal extends string>(
  { database }: Pick<DeliveryContext, 'database'>,
  delivery: Delivery,
  make: (forms: LockedPayoutForms, transaction: Transaction) => Promise<Outcome<NewPayoutForm, Refusal>>,
  waitReasons: { readonly [Reason in Refusal]?: PayoutWaitReason },
): Promise<Outcome<SignedPayout, Refusal | 'overtaken'>> {
  const { order, payout, variants, chain } = delivery;
  return database.transaction(async (transaction) => {
    const { now } = await lockOrder(transaction, order.id);
    await lockTreasury(transaction, chain.network, chain.treasuryAddress);
    const present = await findLivePayout(transaction, order.id);
    const forms = await listPayoutForms(transaction, payout.batchId);
    const [newest] = forms;
    const first = forms.at(-1);
    if (!newest || !first || present?.id !== payout.id || newest.number !== variants[0].number)
      return refused('overtaken');
    const { live } = await listTreasuryClaims(transaction, chain);
    const ids = forms.map(({ transactionId }) => transactionId);
    const changeSpent = await isSpentByLivePayout(transaction, chain.network, ids);
    const form = await make({ now, newest, first, live, changeSpent }, transaction);
    if (form.kind === 'refused')
      await updatePayoutWaitReason(transaction, payout.batchId, waitReasons[form.reason] ?? null);
    if (form.kind !== 'ok') return form;
    const { unsigned, signed } = form.value;
    await alertRaisedFee(transaction, delivery, chain.worstFee(unsigned));
    await insertPayoutForm(transaction, payout.batchId, { number: newest.number + 1, ...form.value });
    await updatePayoutWaitReason(transaction, payout.batchId, null);
    return ok(signed);
  });
}
