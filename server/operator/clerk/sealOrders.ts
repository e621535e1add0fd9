import { formatAmount } from '@slipway/money/amount.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { sealFormerOrders } from '../../purchase/order/formerOrderStore.ts';
import { printTable } from '../printTable.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import { type ClerkContext, requireKeys } from './clerkContext.ts';

/** Seals what an earlier version has promised. */
export async function sealOrders(
  context: ClerkContext,
  { who, why, approvedBy, subject }: OperatorRequest,
): Promise<Write> {
  const keys = requireKeys(context);
  return async (transaction) => {
    const orders = await sealFormerOrders(transaction, keys);
    if (orders.length === 0) return 'no order under way is without a seal whose address is its own';
    const after = { orders: orders.map(({ orderNo }) => orderNo) };
    await appendAudit(transaction, { who, approvedBy, why, action: 'seal-orders', subject, before: null, after });
    return printTable(
      orders.map(({ orderNo, status, pay, receive }) => ({
        order: orderNo,
        status,
        pays: formatAmount(pay),
        receives: formatAmount(receive),
      })),
    );
  };
}
