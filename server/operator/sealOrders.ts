import { formatAmount } from '@slipway/money/amount.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import { sealFormerOrders } from '../purchase/order/formerOrderStore.ts';
import { CommandError } from './asking.ts';
import type { Command } from './command.ts';
import { printTable } from './printTable.ts';

/** Once, after an upgrade from a version without seals. */
export const sealOrders: Command = {
  usage: 'seal-orders',
  about: 'vouches for the orders under way that an earlier version made: what they say now is what they pay',
  decides: true,
  async run({ database, keys, who, why }) {
    if (!keys) throw new CommandError('set SLIPWAY_SECRET: orders are sealed with it');
    const sealed = await database.transaction(async (transaction) => {
      const orders = await sealFormerOrders(transaction, keys);
      const after = { orders: orders.map(({ orderNo }) => orderNo) };
      if (orders.length > 0)
        await appendAudit(transaction, {
          who,
          approvedBy: null,
          why,
          action: 'seal-orders',
          subject: 'orders of an earlier version',
          before: null,
          after,
        });
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
  },
};
