import { formatAmount } from '@slipway/money/amount.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { sealFormerOrders } from '../../purchase/order/formerOrderStore.ts';
import { CommandError } from '../commandError.ts';
import { printTable } from '../printTable.ts';
import { type OperatorRequest, settleRequest } from '../requestStore.ts';
import type { LocalContext } from './localContext.ts';

/** Seals them after the second person's yes. Throws {@link CommandError} where that person's command has no SLIPWAY_SECRET. */
export async function sealOrders({ database, keys }: LocalContext, request: OperatorRequest): Promise<string> {
  if (!keys) throw new CommandError('set SLIPWAY_SECRET: orders are sealed with it');
  const { who, why, approvedBy, subject } = request;
  const sealed = await database.transaction(async (transaction) => {
    const orders = await sealFormerOrders(transaction, keys);
    await settleRequest(transaction, request.id, { status: 'done', result: `${orders.length} sealed` });
    const after = { orders: orders.map(({ orderNo }) => orderNo) };
    if (orders.length > 0)
      await appendAudit(transaction, { who, approvedBy, why, action: 'seal-orders', subject, before: null, after });
    return orders;
  });
  if (sealed.length === 0) return 'no order under way is without a seal whose address is its own';
  return printTable(
    sealed.map(({ orderNo, status, pay, receive, address }) => ({
      order: orderNo,
      status,
      pays: formatAmount(pay),
      receives: formatAmount(receive),
      address,
    })),
  );
}
