import type { Vouch } from '../../platform/persons/vouches.ts';
import { isProvidersOrder, isReceived, lostAmount, type Order, owedAmount } from '../../purchase/order/order.ts';
import { takesTransfers } from '../../purchase/payment/matchRules.ts';
import type { Said } from './effectWords.ts';
import { type Option, type Word, whyNot, wordOf } from './word.ts';

/** What of an order's rows these words look at. */
export type MoneyFacts = {
  /** The acquirer has refused a refund, so that a transfer may give the money back. */
  readonly hasFailedRefund: boolean;
  /** A refund by bank that has no account to go to, with what a word on its account is signed for. */
  readonly refundWithoutAccount: Readonly<Record<string, string>> | null;
  /** Money without a reference that may be its. */
  readonly bookings: readonly Option[];
  /** A refund that was in a file for the bank; `why`: the bank's word on it counts no more, or not yet. */
  readonly refundAtBank: { readonly id: string; readonly amount: string; readonly why: string | null } | null;
  /** Bytes were signed for it at some time. */
  readonly hasPayouts: boolean;
};

/** Words about money that goes another way than the order's own. */
export function moneyWords(order: Order, facts: MoneyFacts, said: Said): readonly Word[] {
  if (isProvidersOrder(order)) return [];
  const words = [
    matchWord(order, facts),
    byBankWord(order, facts, said),
    payToWord(order, facts),
    transferRefusedWord(facts),
    vouchWord(order, facts),
    recoverWord(order),
  ];
  return words.filter((word) => word !== undefined);
}

function matchWord(order: Order, { bookings }: MoneyFacts): Word | undefined {
  if (bookings.length === 0 || !takesTransfers(order)) return undefined;
  return wordOf({
    action: 'match',
    title: 'Money that came is its',
    effect:
      order.status === 'awaiting_payment'
        ? 'The booking becomes its money. Once that is full the order is judged and goes on.'
        : 'The booking becomes its money, and goes back to where it came from: nothing is asked for any longer.',
    asks: ['entry'],
    choices: { entry: bookings },
  });
}

function byBankWord(order: Order, { hasFailedRefund }: MoneyFacts, said: Said): Word | undefined {
  const givesBack = order.status === 'refunding' || (order.status === 'on_hold' && order.heldFrom === 'refunding');
  if (isReceived(order) || !givesBack || !hasFailedRefund || owedAmount(order).units === 0n) return undefined;
  return wordOf({
    action: 'refund-by-bank',
    title: `Give back ${said.owed} by transfer`,
    effect: `${said.owed} go to the account that you name, instead of to the card.`,
    why: order.frozen ? whyNot(order) : null,
    asks: ['name', 'account'],
  });
}

function payToWord(order: Order, { refundWithoutAccount }: MoneyFacts): Word | undefined {
  if (!refundWithoutAccount) return undefined;
  return wordOf({
    action: 'pay-to',
    title: 'Name the refund’s account',
    effect: 'The refund goes to the account that you name.',
    why: order.frozen ? whyNot(order) : null,
    asks: ['name', 'account'],
    given: refundWithoutAccount,
  });
}

function transferRefusedWord({ refundAtBank }: MoneyFacts): Word | undefined {
  if (!refundAtBank) return undefined;
  const { id, amount, why } = refundAtBank;
  return wordOf({
    action: 'transfer-refused',
    title: `The bank has not sent the ${amount}`,
    effect: `Refund ${id} counts as failed without having left: ${amount} are owed again. Say the bank’s own code, such as AC04.`,
    why,
    asks: ['reason'],
    subject: id,
  });
}

/** For what a hold says that the signer asks for. */
const VOUCHED: Readonly<Record<string, Vouch>> = { paid_already: 'again', not_paid: 'paid', overvalued: 'value' };

const VOUCH_LABELS: Readonly<Record<Vouch, string>> = {
  again: 'again: its payout has failed on the chain, it may be paid once more',
  paid: 'paid: its money is here, though nobody proves it',
  value: 'value: it may send more than was paid for',
  refund: 'refund: its coins have not left and cannot, its money may go back',
};

function vouchWord(order: Order, { hasPayouts }: MoneyFacts): Word | undefined {
  const givesBack = order.status === 'refunding' || order.heldFrom === 'refunding';
  const asked = order.status === 'on_hold' ? VOUCHED[order.reason ?? ''] : undefined;
  const words: readonly Vouch[] = [
    ...(asked ? [asked] : []),
    ...(hasPayouts && isReceived(order) && givesBack ? (['refund'] as const) : []),
  ];
  if (words.length === 0) return undefined;
  return wordOf({
    action: 'vouch',
    title: 'Vouch for what the signer cannot see',
    effect:
      'For a day the signer goes by it, once you have looked outside. Nothing moves by it: clear the order afterwards.',
    asks: ['for'],
    choices: { for: words.map((word) => ({ value: word, label: VOUCH_LABELS[word] })) },
  });
}

function recoverWord(order: Order): Word | undefined {
  if (lostAmount(order).units === 0n) return undefined;
  return wordOf({
    action: 'recover',
    title: 'Money that came pays back what was lost',
    effect: 'A booking that waits is booked against the loss; never more than was lost.',
    asks: ['entry'],
  });
}
