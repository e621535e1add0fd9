import { isHalted, refundFilesIn } from '../../ledger/haltStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import type { TransferReport } from '../../providers/bank/transferReports.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { debitBearing } from '../payment/transferBookingStore.ts';
import { findBankRefund } from './bankRefundStore.ts';
import { refuseTransfer } from './refuseTransfer.ts';
import { judgeReport, type RefusedTransfer } from './reportRules.ts';
import { findBatch } from './transferBatchStore.ts';

export type ReportContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly bankFiles: BankFiles;
  readonly log: Log;
};

/** Why a report that can be read is not believed. */
export const reportRefusals = {
  unknown_transfers: 'it refuses a file, or a transfer, that we have not ordered',
  not_handed_over: 'it refuses a file that is kept back and was not handed over',
} as const satisfies Record<string, string>;

export type ReportRefusal = keyof typeof reportRefusals;

export type TakenReport =
  | { readonly kind: 'taken'; readonly refused: readonly string[] }
  /** The file that it refuses is being handed over: it is to be taken again. */
  | { readonly kind: 'early' }
  | { readonly kind: 'refused'; readonly reason: ReportRefusal; readonly detail: string };

/**
 * What the bank has refused of our transfers is owed again, as by the operator's `transfer-refused`. The booking is
 * believed before the report: what was booked stays settled, and a person is told. Safe to repeat.
 */
export async function takeReport(context: ReportContext, report: TransferReport): Promise<TakenReport> {
  const { database, bankFiles, log } = context;
  const { batchId, about, reportId } = report;
  const isOfTransfers = about === '' || about.startsWith('pain.001');
  const found = isOfTransfers ? await findBatch(database, batchId) : undefined;
  // Files are erased with the last of their orders, long after they were booked.
  const batch = found && found.file.length > 0 ? found : undefined;
  const judged = judgeReport(report, batch ? bankFiles.listTransfers(batch.file) : []);
  if (judged.unknownWords.length > 0)
    log.warn(
      { report: reportId, statuses: judged.unknownWords },
      'a report on transfers has statuses that are not known',
    );
  if (!judged.refuses) return { kind: 'taken', refused: [] };
  if (!batch)
    return notBelieved(
      'unknown_transfers',
      `${reportId} is about ${about} ${batchId}, which is no file of ours, or was erased`,
    );
  const [stranger] = judged.strangers;
  if (stranger !== undefined)
    return notBelieved('unknown_transfers', `${reportId} names ${stranger}, which is not in ${batchId}`);
  if (!batch.handedOver && judged.refused.length > 0) {
    if (!(await isHalted(database, refundFilesIn(batch.currency)))) return { kind: 'early' };
    return notBelieved('not_handed_over', `${reportId} refuses transfers of ${batchId}, which was not handed over`);
  }
  const { believed, disproved } = await compareWithBookings(database, judged.refused);
  const taken = await takeAll(context, report, believed);
  await reportOddities(database, report, {
    ...Object.fromEntries(judged.contradicted.map((id) => [id, 'contradicted'])),
    ...Object.fromEntries(disproved.map(({ transferId, level }) => [transferId, `${level}_was_booked`])),
    ...taken.oddities,
  });
  return { kind: 'taken', refused: taken.refused };
}

function notBelieved(reason: ReportRefusal, detail: string): TakenReport {
  return { kind: 'refused', reason, detail: `${reason}: ${detail}` };
}

/** A block, or a file, of which something was booked was not refused: nothing of what is said of it as a whole is taken. */
async function compareWithBookings(
  database: Database,
  refused: readonly RefusedTransfer[],
): Promise<{ readonly believed: readonly RefusedTransfer[]; readonly disproved: readonly RefusedTransfer[] }> {
  const booked = new Set<string>();
  for (const each of refused) if (await debitBearing(database, each.transferId)) booked.add(scopeOf(each));
  const isDisproved = (each: RefusedTransfer) => booked.has(scopeOf(each));
  return { believed: refused.filter((each) => !isDisproved(each)), disproved: refused.filter(isDisproved) };
}

function scopeOf({ level, blockId, transferId }: RefusedTransfer): string {
  return { transfer: transferId, block: blockId, file: '' }[level];
}

/** Each by itself, so that orders are locked one at a time. */
async function takeAll(
  { database, machine }: ReportContext,
  { reportId }: TransferReport,
  believed: readonly RefusedTransfer[],
): Promise<{ readonly refused: readonly string[]; readonly oddities: Readonly<Record<string, string>> }> {
  const refused: string[] = [];
  const oddities: Record<string, string> = {};
  for (const { transferId, reason, words } of believed) {
    await database.transaction(async (transaction) => {
      const before = await findBankRefund(transaction, transferId);
      if (before?.refused) return;
      const why = [reason, words].filter((word) => word !== '').join(': ') || 'refused';
      const told = await refuseTransfer(machine, transaction, transferId, why);
      if (told.kind === 'refused') {
        oddities[transferId] = told.why;
        return;
      }
      refused.push(transferId);
      await raiseAlert(transaction, {
        key: `refund:${transferId}:refused`,
        orderId: before?.orderId ?? null,
        kind: 'refund_failed',
        facts: { refund: transferId, reason: reason || 'not told', words, report: reportId },
      });
    });
  }
  return { refused, oddities };
}

async function reportOddities(
  database: Database,
  { reportId, batchId }: TransferReport,
  transfers: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(transfers).length === 0) return;
  await raiseAlert(database, {
    key: `transfer_report:${batchId}:${reportId}`,
    orderId: null,
    kind: 'transfer_report',
    facts: { report: reportId, file: batchId, transfers },
  });
}
