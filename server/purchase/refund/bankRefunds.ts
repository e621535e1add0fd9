import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { findProfile } from '../../account/profileStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
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
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import type { EventKind } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { lockOrder, transactionTime } from '../order/orderStore.ts';
import {
  newTransferBookings,
  receiptsOfOrder,
  type StoredEntry,
  settleEntry,
  takeEntry,
} from '../payment/bankEntryStore.ts';
import {
  type BankRefund,
  currenciesToSend,
  insertBankRefund,
  type RefundPurpose,
  setBatch,
  setCreditor,
  setRefundStatus,
  takeBankRefund,
  takeUnsentRefunds,
} from './refundStore.ts';
import { insertBatch, markBatchSent, unsentBatches } from './transferBatchStore.ts';

export type BankRefundContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly catalog: Catalog;
  readonly bankFiles: BankFiles;
  readonly bankExchange: BankExchange;
  readonly operatorName: string;
};

const BATCH = 100;
/** 100 bits; the bank repeats it when it books, so that the booking finds its refund. */
const REFUND_ID_LENGTH = 20;
const BATCH_ID_LENGTH = 16;

/**
 * Asks for what is to go back of the money that came for an order: all of it when the order was given up, else what was
 * not asked for. Each receipt goes back to the account that it came from. Asked again, nothing is asked twice.
 */
export async function requestBankRefunds(
  { database }: Pick<BankRefundContext, 'database'>,
  orderId: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { order } = await lockOrder(transaction, orderId);
    const payer = order.buyerId ? await findProfile(transaction, order.buyerId) : undefined;
    for (const receipt of await receiptsOfOrder(transaction, orderId)) {
      const parts: readonly [RefundPurpose, bigint][] = [
        ['surplus', receipt.surplusUnits],
        ['order', order.status === 'refunding' ? receipt.units - receipt.surplusUnits : 0n],
      ];
      for (const [purpose, units] of parts) {
        if (units <= 0n) continue;
        await ask(transaction, order, receipt, {
          purpose,
          units,
          name: receipt.counterpartyName || (payer ? `${payer.firstName} ${payer.lastName}` : ''),
        });
      }
    }
  });
}

async function ask(
  transaction: Transaction,
  order: Order,
  receipt: StoredEntry,
  wanted: { readonly purpose: RefundPurpose; readonly units: bigint; readonly name: string },
): Promise<void> {
  const id = `RFD${readableToken(REFUND_ID_LENGTH)}`;
  const asked = await insertBankRefund(transaction, {
    id,
    receiptId: receipt.id,
    orderId: order.id,
    purpose: wanted.purpose,
    currency: receipt.currency,
    units: wanted.units,
    creditorName: wanted.name,
    creditorAccount: receipt.counterpartyAccount,
  });
  if (!asked || receipt.counterpartyAccount !== '') return;
  await raiseAlert(transaction, {
    key: `refund:${id}`,
    orderId: order.id,
    kind: 'refund_without_account',
    facts: { refund: id, orderNo: order.orderNo },
  });
}

/** Writes what is to go back into files for the bank. The bytes are stored before they are handed over. */
export async function sendBankRefunds(context: BankRefundContext): Promise<void> {
  for (const currency of await currenciesToSend(context.database)) await composeBatch(context, currency);
  for (const { id, file } of await unsentBatches(context.database)) {
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
    const refunds = await takeUnsentRefunds(transaction, currency, BATCH);
    if (refunds.length === 0) return;
    const batchId = `SLP${readableToken(BATCH_ID_LENGTH)}`;
    const transfers = refunds.map((refund) => ({
      transferId: refund.id,
      amount: amountOf(fiatAsset(refund.currency), refund.units),
      creditor: { name: refund.creditorName, account: refund.creditorAccount },
      remittance: `Refund ${operatorName} ${refund.id}`,
    }));
    const debtor = { name: account.accountHolder, account: account.account };
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

/** What the bank booked of our transfers: a debit settles a refund, a credit that brings it back fails it. */
export async function settleBankRefunds(context: Pick<BankRefundContext, 'database' | 'machine'>): Promise<void> {
  for (const entry of await newTransferBookings(context.database, BATCH)) {
    await context.database.transaction(async (transaction) => {
      const taken = await takeEntry(transaction, entry.id, 'new');
      const refund = taken && (await takeBankRefund(transaction, entry.endToEndId));
      if (!refund) return;
      await settleEntry(transaction, entry.id, {
        status: 'refund',
        orderId: refund.orderId,
        surplusUnits: 0n,
        reason: null,
      });
      await (entry.direction === 'debit' && !entry.reversal
        ? settled(context, transaction, refund)
        : failed(context, transaction, refund, entry));
    });
  }
}

const outcomes: Readonly<Record<RefundPurpose, { readonly settled: EventKind; readonly failed: EventKind }>> = {
  order: { settled: 'refund_settled', failed: 'refund_failed' },
  surplus: { settled: 'surplus_returned', failed: 'surplus_return_failed' },
};

async function settled(
  { machine }: Pick<BankRefundContext, 'machine'>,
  transaction: Transaction,
  refund: BankRefund,
): Promise<void> {
  if (refund.status === 'settled') return;
  await setRefundStatus(transaction, refund.id, 'settled');
  if (refund.orderId === null) {
    const amount = amountOf(fiatAsset(refund.currency), refund.units);
    const postings = move(amount, 'asset:bank', 'liability:refund');
    const entry = { kind: 'surplus_returned', key: `refund:${refund.id}:settled`, postings };
    await postEntry(transaction, entry, null, await transactionTime(transaction));
    return;
  }
  await applyEvent(machine, transaction, refund.orderId, {
    kind: outcomes[refund.purpose].settled,
    key: `${refund.id}:settled`,
    data: { refundId: refund.id, units: refund.units },
  });
}

/** The money is back on our account: it is owed again, and somebody has to find out where it should go. */
async function failed(
  { machine }: Pick<BankRefundContext, 'machine'>,
  transaction: Transaction,
  refund: BankRefund,
  entry: StoredEntry,
): Promise<void> {
  await setRefundStatus(transaction, refund.id, 'failed');
  await raiseAlert(transaction, {
    key: `refund:${refund.id}:failed`,
    orderId: refund.orderId,
    kind: 'refund_failed',
    facts: { refund: refund.id, entry: entry.id, remittance: entry.remittance },
  });
  if (refund.orderId === null) return;
  await applyEvent(machine, transaction, refund.orderId, {
    kind: outcomes[refund.purpose].failed,
    key: `${refund.id}:failed`,
    data: {
      refundId: refund.id,
      units: refund.units,
      reason: 'returned_by_bank',
      wasSettled: refund.status === 'settled',
    },
  });
}
