import { isHalted, refundFilesIn } from '../../ledger/haltStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { readableToken } from '../../platform/secrets.ts';
import { type BankFiles, type TransferBatch, UnwritableTransferError } from '../../providers/bank/bankPort.ts';
import type { TransferRefusal, TransferRelease } from '../../providers/bank/transferRelease.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { transactionTime } from '../order/orderStore.ts';
import {
  type BankRefund,
  currenciesToSend,
  leaveBatch,
  setBatch,
  setCreditor,
  takeUnsentRefunds,
  touchRefund,
  unsentRefunds,
} from './bankRefundStore.ts';
import { deleteBatch, insertBatch, markBatchSent, takeUnsentBatch, unsentBatches } from './transferBatchStore.ts';

export type BankRefundContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly bankFiles: BankFiles;
  readonly transferRelease: TransferRelease;
  readonly operatorName: string;
};

const BATCH = 100;
const BATCH_ID_LENGTH = 16;

/**
 * Writes what is to go back into files for the bank, and has the signer hand them over: it lets nothing go that is not owed.
 * What it would not let go is in no file, and a person is told.
 */
export async function sendBankRefunds(context: BankRefundContext): Promise<void> {
  const { database, transferRelease } = context;
  for (const currency of await currenciesToSend(database)) {
    const unsent = await unsentRefunds(database, currency, BATCH);
    const cleared = await transferRelease.clear(unsent);
    if (cleared.kind !== 'ok') continue;
    for (const [id, reason] of cleared.value) await tellOfRefusal(database, id, reason);
    await composeBatch(
      context,
      currency,
      unsent.map(({ id }) => id).filter((id) => !cleared.value.has(id)),
    );
  }
  for (const { id } of await unsentBatches(database)) await handOver(context, id);
}

/** One worker at a time: what the others think of it meanwhile, the signer has one answer. */
async function handOver({ database, transferRelease }: BankRefundContext, batchId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const batch = await takeUnsentBatch(transaction, batchId);
    if (!batch || (await isHalted(transaction, refundFilesIn(batch.currency)))) return;
    const released = await transferRelease.release(batchId, batch.file);
    if (released.kind !== 'ok') return;
    if (released.value.size === 0) return markBatchSent(transaction, batchId);
    // Nothing of it has left: the others go with another file.
    for (const [id, reason] of released.value) await tellOfRefusal(transaction, id, reason);
    await leaveBatch(transaction, batchId);
    await deleteBatch(transaction, batchId);
  });
}

async function composeBatch(
  { database, catalog, bankFiles, operatorName }: BankRefundContext,
  currency: string,
  cleared: readonly string[],
): Promise<void> {
  const account = catalog.transferAccounts.get(currency);
  if (!account) return;
  await database.transaction(async (transaction) => {
    if (await isHalted(transaction, refundFilesIn(currency))) return;
    const refunds: readonly BankRefund[] = await takeUnsentRefunds(transaction, currency, cleared);
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

async function tellOfRefusal(database: Queryable, refund: string, reason: TransferRefusal): Promise<void> {
  await touchRefund(database, refund);
  await raiseAlert(database, {
    key: `refund:${refund}:not_released:${reason}`,
    orderId: null,
    kind: 'refund_not_released',
    facts: { refund, reason },
  });
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
