import type { BalanceTransactionRecord } from './account.ts';
import type { Change } from './change.ts';
import { exchangeRate, minorDigits } from './currencies.ts';
import { newId } from './ids.ts';

type Movement = {
  /** Signed minor units of the payment's currency. */
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  readonly source: string | null;
  readonly type: BalanceTransactionRecord['type'];
};

/** Writes a line of the account's balance, converted when the account settles in another currency. */
export function recordBalance(change: Change, movement: Movement): string {
  const id = newId('txn');
  const target = change.state.settlementCurrency;
  const rate = target === null || target === movement.currency ? undefined : exchangeRate(movement.currency, target);
  const currency = rate === undefined || target === null ? movement.currency : target;
  const convert = (minor: number): number => {
    if (rate === undefined) return minor;
    return Math.round(minor * rate * 10 ** (minorDigits(currency) - minorDigits(movement.currency)));
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
