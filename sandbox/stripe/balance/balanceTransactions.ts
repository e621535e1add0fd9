import type { AccountChange } from '../accountChange.ts';
import type { BalanceTransactionRecord } from '../accountState.ts';
import { computeExchangeRate, getMinorDigits } from '../currencies.ts';
import { createStripeId } from '../stripeIds.ts';

type BalanceMovement = {
  /** Signed minor units of the payment's currency. */
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  readonly source: string | null;
  readonly type: BalanceTransactionRecord['type'];
};

/** Records a balance transaction, converted if the account settles in another currency. Returns its id. */
export function recordBalanceTransaction(change: AccountChange, movement: BalanceMovement): string {
  const id = createStripeId('txn');
  const target = change.state.settlementCurrency;
  const rate =
    target === null || target === movement.currency ? undefined : computeExchangeRate(movement.currency, target);
  const currency = rate === undefined || target === null ? movement.currency : target;
  const convert = (minor: number): number => {
    if (rate === undefined) return minor;
    return Math.round(minor * rate * 10 ** (getMinorDigits(currency) - getMinorDigits(movement.currency)));
  };
  const amount = convert(movement.amount);
  const fee = convert(movement.fee);
  change.state.balanceTransactions[id] = {
    id,
    created: change.now,
    amount,
    currency,
    exchange_rate: rate ?? null,
    fee,
    net: amount - fee,
    source: movement.source,
    type: movement.type,
  };
  return id;
}
