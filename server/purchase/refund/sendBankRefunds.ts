import { isHalted, refundFilesIn } from '../../ledger/haltStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { readableToken } from '../../platform/secrets.ts';
import {
  type BankExchange,
  type BankFiles,
  type TransferBatch,
  UnwritableTransferError,
} from '../../providers/bank/bankPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { transactionTime } from '../order/orderStore.ts';
import { currenciesToSend, setBatch, setCreditor, takeUnsentRefunds } from './bankRefundStore.ts';
import { insertBatch, markBatchSent, unsentBatches } from './transferBatchStore.ts';

export type BankRefundContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly bankFiles: BankFiles;
  readonly bankExchange: BankExchange;
  readonly operatorName: string;
};

const BATCH = 100;
const BATCH_ID_LENGTH = 16;

/** Writes what is to go back into files for the bank. The bytes are stored before they are handed over. */
export async function sendBankRefunds(context: BankRefundContext): Promise<void> {
  for (const currency of await currenciesToSend(context.database)) await composeBatch(context, currency);
  for (const { id, file, currency } of await unsentBatches(context.database)) {
    if (await isHalted(context.database, refundFilesIn(currency))) continue;
    await context.bankExchange.sendTransfers(`${id}.xml`, file);
    await markBatchSent(context.database, id);
  }
}

async function composeBatch(
  { database, catalog, bankFiles, operatorName }: BankRefundContext,
  currency: string,
): Promise<void> {
  const account = catalog.transferAccounts.get(currency);
  if (!account) return;
  await database.transaction(async (transaction) => {
    if (await isHalted(transaction, refundFilesIn(currency))) return;
    const refunds = await takeUnsentRefunds(transaction, currency, BATCH);
    if (refunds.length === 0) return;
    const batchId = `SLP${readableToken(BATCH_ID_LENGTH)}`;
    const transfers = refunds.map((refund) => ({
      transferId: refund.id,
      amount: refund.amount,
      creditor: { name: refund.creditorName, account: refund.creditorAccount },
      remittance: `Refund ${operatorName} ${refund.id}`,
    }));
    const debtor = { name: account.accountHolder, account: account.account, bankCode: account.bankCode };
    const createdAt = await transactionTime(transaction);
    const written = writeWritable(bankFiles, { batchId, createdAt, debtor, transfers });
    for (const { transferId, detail } of written.unwritable) await putAside(transaction, transferId, detail);
    if (!written.file) return;
    await insertBatch(transaction, { id: batchId, account: account.account, file: Buffer.from(written.file) });
    await setBatch(transaction, written.transferIds, batchId);
  });
}

/** A transfer that no bank could carry out must not keep the others back. */
function writeWritable(bankFiles: BankFiles, batch: TransferBatch) {
  const unwritable: { transferId: string; detail: string }[] = [];
  let transfers = batch.transfers;
  while (transfers.length > 0) {
    try {
      const file = bankFiles.writeTransfers({ ...batch, transfers });
      return { file, transferIds: transfers.map(({ transferId }) => transferId), unwritable };
    } catch (error) {
      if (!(error instanceof UnwritableTransferError)) throw error;
      const { transferId } = error;
      unwritable.push({ transferId, detail: error.message });
      transfers = transfers.filter((transfer) => transfer.transferId !== transferId);
    }
  }
  return { file: undefined, transferIds: [], unwritable };
}

/** Until the operator has said where the money shall go. */
async function putAside(transaction: Transaction, id: string, detail: string): Promise<void> {
  await setCreditor(transaction, id, { name: '', account: '' });
  await raiseAlert(transaction, {
    key: `refund:${id}:unwritable:${detail}`,
    orderId: null,
    kind: 'refund_unwritable',
    facts: { refund: id, detail },
  });
}
