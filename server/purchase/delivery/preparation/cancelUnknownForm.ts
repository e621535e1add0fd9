import type { SignedForm } from '../../../providers/chain/signerPort.ts';
import { type Outcome, refused } from '../../../providers/outcome.ts';
import type { Order } from '../../order/order.ts';
import { computeFeeCeiling } from '../fees/computeFeeCeiling.ts';
import { listTreasuryClaims } from '../treasuryClaimStore.ts';
import { isRequestedForm } from './adoptPayout.ts';
import type { PayoutPreparation } from './commitPayouts.ts';
import type { DeliveryContext } from './preparePayout.ts';

/**
 * Cancels an unsent payout that the signer signed for orders that the database lacks, because the database was restored
 * to an earlier moment. Without the cancellation, no later payout could use its claims or follow its nonce. Nothing is
 * stored: reconciliation reports the fee and the other traces of these orders. `order`: the order that waits for it. Never
 * returns `ok`: the order waits as `treasury_busy` even after the cancellation was sent.
 */
export async function cancelUnknownForm(
  context: DeliveryContext,
  order: Order,
  { chain, expected }: Pick<PayoutPreparation, 'chain' | 'expected'>,
  form: SignedForm,
): Promise<Outcome<never, 'treasury_busy' | 'fee_ceiling'>> {
  const seen = await chain.getPayout(form, form.unsigned);
  if (seen.kind !== 'ok') return seen;
  const subject = `the payout of ${form.orderNos.join(', ')}, which the database lacks`;
  if (seen.value.status !== 'missing') return refused('treasury_busy', `${subject}, is ${seen.value.status}`);
  const fees = await chain.readFees(form);
  if (fees.kind !== 'ok') return fees;
  const { live } = await context.database.transaction((transaction) => listTreasuryClaims(transaction, chain));
  const mostFee = computeFeeCeiling(context, order, chain, expected);
  // `refused`: the node does not have the form, so other waiting transactions do not matter.
  const unsigned = chain.cancelPayout(form.unsigned, fees.value, { mostFee, refused: true, live });
  if (unsigned.kind === 'refused')
    return refused(unsigned.reason === 'fee_ceiling' ? 'fee_ceiling' : 'treasury_busy', unsigned.reason);
  if (unsigned.kind !== 'ok') return unsigned;
  const signed = await context.signer.cancel(chain.network, unsigned.value, form.orderNos);
  if (signed.kind === 'refused') return refused('treasury_busy', signed.reason);
  if (signed.kind !== 'ok') return signed;
  if (!isRequestedForm(signed.value, { unsigned: unsigned.value, orderNos: form.orderNos }))
    return refused('treasury_busy', subject);
  await chain.broadcastPayout(signed.value);
  return refused('treasury_busy', `${subject}, is being cancelled`);
}
