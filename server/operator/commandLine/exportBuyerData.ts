import { createHash } from 'node:crypto';
import { findBuyer } from '../../account/buyerStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { type ExportContext, exportBuyer } from '../../purchase/order/presentation/exportBuyer.ts';

export type BuyerFile = { readonly file: string; readonly json: string; readonly hash: string };

/**
 * Returns the data that buyers can also download themselves, for a buyer who requests it from the operator. The audit trail
 * records the export first, with the hash of the file but not its content. Undefined if there is no such account.
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
    appendAuditLine(transaction, {
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
