import { formatAmount } from '@slipway/money/amount.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Withdrawal } from './withdrawalStore.ts';

/** Raises an alert about a withdrawal, once for each problem. */
export async function raiseWithdrawalAlert(
  database: Queryable,
  { id, amount, network, address }: Withdrawal,
  what: 'failed' | 'several' | 'not_arrived' | 'late',
  detail: string,
): Promise<void> {
  await raiseAlert(database, {
    key: `withdrawal:${id}:${what}`,
    orderId: null,
    kind: 'withdrawal',
    facts: { withdrawal: id, what, detail, amount: `${formatAmount(amount)} ${amount.asset.code}`, network, address },
  });
}
