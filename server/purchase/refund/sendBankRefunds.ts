import { buildRefundFileHaltScope, isHalted } from '../../ledger/haltStore.ts';
import { raiseAlert, settleAlertByKey } from '../../notification/alertStore.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { readableToken } from '../../platform/secrets.ts';
import { type BankFiles, type TransferBatch, UnwritableTransferError } from '../../providers/bank/bankPort.ts';
import type { TransferRefusal, TransferRelease } from '../../providers/bank/transferRelease.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { readTransactionTime } from '../order/orderStore.ts';
import {
  addRefundsToBatch,
  type BankRefund,
  cancelRecalledRefund,
  listCurrenciesToSend,
  listUnsentRefunds,
  lockUnsentRefunds,
  moveRefundToQueueEnd,
  requeueBatchRefunds,
  setCreditor,
} from './bankRefundStore.ts';
import { requestBankRefunds } from './requestBankRefunds.ts';
import {
  deleteTransferBatch,
  insertTransferBatch,
  listUnsentBatches,
  lockUnsentBatch,
  markTransferBatchSent,
} from './transferBatchStore.ts';

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
 * Writes refunds into files for the bank and has the signer release the files. The signer releases only what is owed.
 * Refunds that it refuses are left out of the files, and an alert is raised, or a smaller refund replaces them.
 */
export async function sendBankRefunds(context: BankRefundContext): Promise<void> {
  const { database, transferRelease } = context;
  for (const currency of await listCurrenciesToSend(database)) {
    const unsent = await listUnsentRefunds(database, currency, BATCH);
    const cleared = await transferRelease.clear(unsent);
    if (cleared.kind !== 'ok') continue;
    for (const [id, reason] of cleared.value)
      if (reason !== 'not_owed' || !(await replaceRecalledRefund(database, id)))
        await postponeRefusedRefund(database, id, reason);
    await composeBatch(
      context,
      currency,
      unsent.map(({ id }) => id).filter((id) => !cleared.value.has(id)),
    );
  }
  for (const { id } of await listUnsentBatches(database)) await handOverBatch(context, id);
}

/**
 * Hands a file over to the bank through the signer, one worker at a time. If the signer refuses one of its refunds, the file is
 * not sent but deleted, and its refunds wait for another file.
 */
async function handOverBatch({ database, transferRelease }: BankRefundContext, batchId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const batch = await lockUnsentBatch(transaction, batchId);
    if (!batch || (await isHalted(transaction, buildRefundFileHaltScope(batch.currency)))) return;
    const released = await transferRelease.release(batchId, batch.file);
    if (released.kind !== 'ok') return;
    if (released.value.size === 0) return markTransferBatchSent(transaction, batchId);
    // The file was not sent: its refunds go into a new file, which the signer clears again.
    await requeueBatchRefunds(transaction, batchId);
    for (const [id, reason] of released.value) await postponeRefusedRefund(transaction, id, reason);
    await deleteTransferBatch(transaction, batchId);
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
    if (await isHalted(transaction, buildRefundFileHaltScope(currency))) return;
    const refunds: readonly BankRefund[] = await lockUnsentRefunds(transaction, currency, cleared);
    if (refunds.length === 0) return;
    const batchId = `SLP${readableToken(BATCH_ID_LENGTH)}`;
    const transfers = refunds.map((refund) => ({
      transferId: refund.id,
      amount: refund.amount,
      creditor: { name: refund.creditorName, account: refund.creditorAccount },
      remittance: `Refund ${operatorName} ${refund.id}`,
    }));
    const debtor = { name: account.accountHolder, account: account.account, bankCode: account.bankCode };
    const createdAt = await readTransactionTime(transaction);
    const written = writeExecutableTransfers(bankFiles, { batchId, createdAt, debtor, transfers });
    for (const { transferId, detail } of written.unwritable) await suspendRefund(transaction, transferId, detail);
    if (!written.file) return;
    await insertTransferBatch(transaction, { id: batchId, account: account.account, file: Buffer.from(written.file) });
    await addRefundsToBatch(transaction, written.transferIds, batchId);
  });
}

/** Writes the file without transfers that no bank could execute, so that they do not block the others. */
function writeExecutableTransfers(bankFiles: BankFiles, batch: TransferBatch) {
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

/** Moves a refund that the signer refused to the end of the queue, and raises an alert. */
async function postponeRefusedRefund(database: Queryable, refund: string, reason: TransferRefusal): Promise<void> {
  await moveRefundToQueueEnd(database, refund);
  await raiseAlert(database, {
    key: buildRefusalAlertKey(refund, reason),
    orderId: null,
    kind: 'refund_not_released',
    facts: { refund, reason },
  });
}

function buildRefusalAlertKey(refund: string, reason: TransferRefusal): string {
  return `refund:${refund}:not_released:${reason}`;
}

/**
 * Replaces a refund of more than is owed, because its money was recalled while it waited in a file, by a refund of what is
 * still owed. Returns false if nothing was recalled.
 */
async function replaceRecalledRefund(database: Database, id: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const orderId = await cancelRecalledRefund(transaction, id);
    if (orderId === undefined) return false;
    await requestBankRefunds(transaction, orderId);
    await settleAlertByKey(transaction, buildRefusalAlertKey(id, 'not_owed'), 'slipway');
    return true;
  });
}

/** Removes the payee, so that the refund waits until an operator has entered a valid one. */
async function suspendRefund(transaction: Transaction, id: string, detail: string): Promise<void> {
  await setCreditor(transaction, id, { name: '', account: '' });
  await raiseAlert(transaction, {
    key: `refund:${id}:unwritable:${detail}`,
    orderId: null,
    kind: 'refund_not_payable',
    facts: { refund: id, detail },
  });
}
