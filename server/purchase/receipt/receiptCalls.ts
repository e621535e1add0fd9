import type { Receipt } from '@slipway/contract/entities/receipt.ts';
import { findProfile } from '../../account/details/profileStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller, Handlers } from '../../platform/http/handlers.ts';
import type { Languages } from '../../platform/languages.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isFulfilledByProvider, type Order } from '../order/order.ts';
import { findOrder } from '../order/orderStore.ts';
import { ownsOrder } from '../order/ownershipStore.ts';
import type { OrderPresentation } from '../order/presentation/presentOrder.ts';
import { buildReceipt, formatFullName } from './buildReceipt.ts';
import { createReceiptTranslations } from './receiptTranslations.ts';

export type ReceiptCallsContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly languages: Languages;
  readonly operatorName: string;
  readonly readPresentation: (order: Order) => Promise<OrderPresentation>;
};

export function receiptCalls(context: ReceiptCallsContext): Pick<Handlers, 'orderReceipt'> {
  const { database, catalog, operatorName, readPresentation } = context;
  const createTranslation = createReceiptTranslations(context.languages);

  async function readReceipt(orderNo: string, caller: Caller): Promise<Receipt> {
    const order = await findOrder(database, orderNo);
    if (!order) throw new AppError('order_not_found');
    if (!(await ownsOrder(database, order, caller))) throw new AppError('order_not_yours');
    // The provider that took the money issues the receipt.
    if (isFulfilledByProvider(order)) throw new AppError('receipt_from_provider');
    if (order.status !== 'delivered') throw new AppError('receipt_not_yet');
    const profile = order.buyerId === null ? undefined : await findProfile(database, order.buyerId);
    const buyer = profile ? formatFullName(profile) : '';
    return buildReceipt(order, catalog, await readPresentation(order), { seller: operatorName, buyer });
  }

  return {
    async orderReceipt({ orderNo, format }, caller) {
      const receipt = await readReceipt(orderNo, caller);
      if (format === 'json') return { data: receipt };
      // Imported only when needed: the PDF code takes a tenth of the process's memory, and few receipts are requested.
      const { drawReceipt } = await import('./drawReceipt.ts');
      const content = await drawReceipt(receipt, createTranslation(caller.locale));
      return { data: receipt, file: { name: `receipt-${receipt.orderNo}.pdf`, content } };
    },
  };
}
