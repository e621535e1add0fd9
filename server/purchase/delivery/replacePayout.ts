import type { BumpRefusal, FeeReading } from '../../providers/chain/chainPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Delivery } from './currentDelivery.ts';
import { alertCeiling, alertStuck } from './feeAlerts.ts';
import { feeCeiling } from './feeCeiling.ts';
import type { DeliveryContext } from './preparePayout.ts';
import { type NewForm, type Standing, storeForm } from './signedForms.ts';

/** Why a payout is to pay more: it waits too long for a block, or its node refused its last form for the fee. */
export type Cause = 'stuck' | 'refused';

type FormRefusal =
  | BumpRefusal
  /** The newest form has not had its time yet. */
  | 'too_soon'
  /** A later payout spends its change, and pays for both when it is raised. */
  | 'change_spent';

export type ReplacementRefusal = FormRefusal | 'overtaken' | 'spent_elsewhere' | 'invalid' | 'fee_too_low';

/** What an operator reads while a payout is not raised. */
const waits = {
  fee_ceiling: 'fee_ceiling',
  funds_short: 'funds_short',
  not_first: 'earlier_payout',
  cannot_bump: 'cannot_bump',
  change_spent: 'change_spent',
} as const;

/**
 * Signs a payout again with a higher fee and sends it. It claims the same, so that one of its forms alone can be mined;
 * what it may cost is bounded by {@link feeCeiling}.
 */
export async function replacePayout(
  context: DeliveryContext,
  delivery: Delivery,
  cause: Cause,
): Promise<Outcome<void, ReplacementRefusal>> {
  const { chain, variants } = delivery;
  const fees = await chain.readFees(variants[0]);
  if (fees.kind !== 'ok') return fees;
  const stored = await storeForm<FormRefusal>(
    context,
    delivery,
    async (standing, transaction) => {
      const form = await dearerForm(context, delivery, standing, { fees: fees.value, cause });
      if (form.kind !== 'refused') return form;
      if (form.reason === 'fee_ceiling') await alertCeiling(transaction, delivery.order);
      if (form.reason === 'cannot_bump') await alertStuck(transaction, delivery.order, 'cannot_bump');
      return form;
    },
    waits,
  );
  return stored.kind === 'ok' ? chain.broadcastPayout(stored.value) : stored;
}

async function dearerForm(
  context: DeliveryContext,
  { order, payout, chain, request }: Delivery,
  { now, newest, first, live, changeSpent }: Standing,
  { fees, cause }: { readonly fees: FeeReading; readonly cause: Cause },
): Promise<Outcome<NewForm, FormRefusal>> {
  const waitedMs = now.getTime() - newest.createdAt.getTime();
  // The first form was never in anybody's pool: it need not be given time there.
  const mayWait = cause === 'stuck' || newest.number > 1;
  if (mayWait && waitedMs < chain.traits.stuckAfterMs) return refused('too_soon');
  if (changeSpent) return refused('change_spent');
  const expected = payout.quotedFee?.units ?? chain.worstFee(first.unsigned);
  const mostFee = feeCeiling(context, order, chain, expected);
  const unsigned = chain.bumpPayout(newest.unsigned, fees, { mostFee, refused: cause === 'refused', live });
  if (unsigned.kind !== 'ok') return unsigned;
  return ok({ unsigned: unsigned.value, signed: await chain.signPayout(unsigned.value, request) });
}
