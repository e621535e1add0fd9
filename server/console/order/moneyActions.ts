import type { VouchKind } from '../../platform/persons/vouches.ts';
import { vouchForOrder } from '../../purchase/actions/orders/vouchForOrder.ts';
import { markTransferBooked } from '../../purchase/actions/refunds/markTransferBooked.ts';
import { markTransferRefused } from '../../purchase/actions/refunds/markTransferRefused.ts';
import { refundOrderByBank } from '../../purchase/actions/refunds/refundOrderByBank.ts';
import { setRefundPayee } from '../../purchase/actions/refunds/setRefundPayee.ts';
import {
  computeLostAmount,
  computeOwedAmount,
  isFulfilledByProvider,
  isPaidByBankTransfer,
  type Order,
} from '../../purchase/order/order.ts';
import { canReceiveTransfer } from '../../purchase/payment/receipts/receiptMatchRules.ts';
import {
  buildButtonAction,
  buildOrderAction,
  explainNoTransition,
  type FieldOption,
  type OrderAction,
} from './orderAction.ts';
import type { OrderAmountTexts } from './transitionTexts.ts';

/** The data that decides which money actions are available. */
export type MoneyActionFacts = {
  /** True if the acquirer has refused a refund, so that a bank transfer may be used. */
  readonly hasFailedRefund: boolean;
  /**
   * Values that are signed together with a new account for a bank refund that has none, or whose transfer failed; null if
   * there is no such refund.
   */
  readonly refundWithoutAccount: Readonly<Record<string, string>> | null;
  /** Unmatched payments without a reference that may belong to the order. */
  readonly bookings: readonly FieldOption[];
  /** A refund that was sent to the bank in a file. `why`: why it cannot be marked as rejected now; null if it can. */
  readonly refundAtBank: { readonly id: string; readonly amount: string; readonly why: string | null } | null;
  /** A refund that is in no file, and unmatched debits that may be its payment; null without such a debit. */
  readonly refundBooked: {
    readonly id: string;
    readonly amount: string;
    readonly bookings: readonly FieldOption[];
  } | null;
  /** True if a payout of the order was ever signed. */
  readonly hasPayouts: boolean;
};

/** Returns the actions on an order's money outside its normal flow. */
export function listMoneyActions(
  order: Order,
  facts: MoneyActionFacts,
  amounts: OrderAmountTexts,
): readonly OrderAction[] {
  if (isFulfilledByProvider(order)) return [];
  const actions = [
    buildMatchAction(order, facts),
    buildRefundByBankAction(order, facts, amounts),
    buildPayToAction(order, facts),
    buildTransferRefusedAction(facts),
    buildTransferBookedAction(facts),
    buildVouchAction(order, facts),
    buildRecoverAction(order),
  ];
  return actions.filter((action) => action !== undefined);
}

function buildMatchAction(order: Order, { bookings }: MoneyActionFacts): OrderAction | undefined {
  if (bookings.length === 0 || !canReceiveTransfer(order)) return undefined;
  return buildOrderAction({
    action: 'match',
    title: 'Match a payment',
    effect:
      order.status === 'awaiting_payment'
        ? 'The payment is matched to this order. Once the order is fully paid, risk checks run and the order continues.'
        : 'The payment is matched to this order and refunded to its sender, because the order no longer expects money.',
    inputs: ['entry'],
    choices: { entry: bookings },
  });
}

function buildRefundByBankAction(
  order: Order,
  { hasFailedRefund }: MoneyActionFacts,
  amounts: OrderAmountTexts,
): OrderAction | undefined {
  const isRefunding = order.status === 'refunding' || (order.status === 'on_hold' && order.heldFrom === 'refunding');
  if (isPaidByBankTransfer(order) || !isRefunding || !hasFailedRefund || computeOwedAmount(order).units === 0n)
    return undefined;
  return buildButtonAction(refundOrderByBank, refundOrderByBank.button(amounts), {
    why: order.frozen ? explainNoTransition(order) : null,
    inputs: ['name', 'account'],
  });
}

function buildPayToAction(order: Order, { refundWithoutAccount }: MoneyActionFacts): OrderAction | undefined {
  if (!refundWithoutAccount) return undefined;
  return buildButtonAction(setRefundPayee, setRefundPayee.button(), {
    why: order.frozen ? explainNoTransition(order) : null,
    inputs: ['name', 'account'],
    given: refundWithoutAccount,
  });
}

function buildTransferRefusedAction({ refundAtBank }: MoneyActionFacts): OrderAction | undefined {
  if (!refundAtBank) return undefined;
  const { id, why } = refundAtBank;
  return buildButtonAction(markTransferRefused, markTransferRefused.button(refundAtBank), {
    why,
    inputs: ['reason'],
    subject: id,
  });
}

/**
 * Returns the action for a refund that may have been paid before the database was restored, for which the signer answers
 * `possibly_sent`.
 */
function buildTransferBookedAction({ refundBooked }: MoneyActionFacts): OrderAction | undefined {
  if (!refundBooked) return undefined;
  const { id, amount, bookings } = refundBooked;
  return buildButtonAction(markTransferBooked, markTransferBooked.button(refundBooked), {
    inputs: ['entry'],
    choices: { entry: bookings },
    given: { amount },
    subject: id,
  });
}

/** Vouch kind by the hold reason of the signer. */
const VOUCH_BY_HOLD_REASON: Readonly<Record<string, VouchKind>> = {
  already_paid: 'again',
  not_paid: 'paid',
  overvalued: 'value',
};

const VOUCH_LABELS: Readonly<Record<VouchKind, string>> = {
  again: 'again: its payout failed on the chain, so it may be paid once more',
  paid: 'paid: its money has arrived, although the signer can’t verify it',
  value: 'value: its payout may be worth more than was paid',
  refund: 'refund: its coins were not sent and can’t be, so its money may be refunded',
};

function buildVouchAction(order: Order, { hasPayouts }: MoneyActionFacts): OrderAction | undefined {
  const isRefunding = order.status === 'refunding' || order.heldFrom === 'refunding';
  const requiredVouch = order.status === 'on_hold' ? VOUCH_BY_HOLD_REASON[order.reason ?? ''] : undefined;
  const kinds: readonly VouchKind[] = [
    ...(requiredVouch ? [requiredVouch] : []),
    ...(hasPayouts && isPaidByBankTransfer(order) && isRefunding ? (['refund'] as const) : []),
  ];
  if (kinds.length === 0) return undefined;
  return buildButtonAction(vouchForOrder, vouchForOrder.button(), {
    inputs: ['for'],
    choices: { for: kinds.map((kind) => ({ value: kind, label: VOUCH_LABELS[kind] })) },
  });
}

function buildRecoverAction(order: Order): OrderAction | undefined {
  if (computeLostAmount(order).units === 0n) return undefined;
  return buildOrderAction({
    action: 'recover',
    title: 'Match a payment to the loss',
    effect: 'An unmatched payment is booked against the loss, up to the amount that was lost.',
    inputs: ['entry'],
  });
}
