import { createHash } from 'node:crypto';
import { findBuyer } from '../../account/buyerStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { type ExportContext, exportBuyer } from '../../purchase/order/exportBuyer.ts';

export type BuyerFile = { readonly file: string; readonly json: string; readonly hash: string };

/**
 * What the buyer can load themselves, for whoever answers them by another way. It is in the history before anybody has it; what
 * it says is not. Undefined where there is no such account.
 */
export async function exportBuyerData(
  { database, catalog }: ExportContext,
  buyerId: string,
  { who, why }: { readonly who: string; readonly why: string },
): Promise<BuyerFile | undefined> {
  const buyer = await findBuyer(database, buyerId);
  if (!buyer) return undefined;
  const json = `${JSON.stringify(await exportBuyer({ database, catalog }, { ...buyer, buyerId }), null, 2)}\n`;
  const hash = createHash('sha256').update(json).digest('hex');
  await database.transaction((transaction) =>
    appendAudit(transaction, {
      who,
      approvedBy: null,
      why,
      action: 'export-buyer',
      subject: `buyer ${buyerId}`,
      before: null,
      after: { hash },
    }),
  );
  return { file: `buyer-${buyerId}.json`, json, hash };
}
