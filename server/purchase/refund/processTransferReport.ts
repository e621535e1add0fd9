import { buildRefundFileHaltScope, isHalted } from '../../ledger/haltStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import type { TransferReport } from '../../providers/bank/transferReports.ts';
import type { OrderMachine } from '../order/machine/applyEvent.ts';
import { findDebitWithRefundId } from '../payment/receipts/transferBookingStore.ts';
import { findBankRefund } from './bankRefundStore.ts';
import { recordRejectedTransfer } from './recordRejectedTransfer.ts';
import { findTransferBatch } from './transferBatchStore.ts';
import { judgeReport, type RejectedTransfer } from './transferReportRules.ts';

export type ReportContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly bankFiles: BankFiles;
  readonly log: Log;
};

/** Why a readable report is refused. */
export const reportRefusals = {
  unknown_transfers: 'it rejects a file, or a transfer, that this installation has not sent',
  not_handed_over: 'it rejects a file that is held back and was not handed over',
} as const satisfies Record<string, string>;

export type ReportRefusal = keyof typeof reportRefusals;

export type TransferReportResult =
  | { readonly kind: 'taken'; readonly refused: readonly string[] }
  /** The file that it rejects is still being handed over: the report has to be processed later. */
  | { readonly kind: 'early' }
  | { readonly kind: 'refused'; readonly reason: ReportRefusal; readonly detail: string };

/**
 * Marks the transfers that the bank has rejected as owed again, as the command `transfer-refused` does, and raises an alert
 * for each. A booking takes precedence over the report: a booked transfer stays settled, and an alert is raised. Idempotent.
 */
export async function processTransferReport(
  context: ReportContext,
  report: TransferReport,
): Promise<TransferReportResult> {
  const { database, bankFiles, log } = context;
  const { batchId, reportedMessageType, reportId } = report;
  const isOfTransfers = reportedMessageType === '' || reportedMessageType.startsWith('pain.001');
  const found = isOfTransfers ? await findTransferBatch(database, batchId) : undefined;
  // A file is empty after the erasure of its last order, long after its transfers were booked.
  const batch = found && found.file.length > 0 ? found : undefined;
  const judged = judgeReport(report, batch ? bankFiles.listTransfers(batch.file) : []);
  if (judged.unknownCodes.length > 0)
    log.warn({ report: reportId, statuses: judged.unknownCodes }, 'ignored unknown statuses of a report on transfers');
  if (!judged.hasRejections) return { kind: 'taken', refused: [] };
  if (!batch)
    return rejectReport(
      'unknown_transfers',
      `${reportId} is about ${reportedMessageType} ${batchId}, which is not a file of this installation, or was erased`,
    );
  const [stranger] = judged.unknownIds;
  if (stranger !== undefined)
    return rejectReport('unknown_transfers', `${reportId} names ${stranger}, which is not in ${batchId}`);
  if (!batch.handedOver && judged.refused.length > 0) {
    if (!(await isHalted(database, buildRefundFileHaltScope(batch.currency)))) return { kind: 'early' };
    return rejectReport('not_handed_over', `${reportId} rejects transfers of ${batchId}, which was not handed over`);
  }
  const { believed, disproved } = await compareWithBookings(database, judged.refused);
  const taken = await recordRejections(context, report, believed);
  await alertContradictions(database, report, {
    ...Object.fromEntries(judged.contradicted.map((id) => [id, 'contradicted'])),
    ...Object.fromEntries(disproved.map(({ transferId, level }) => [transferId, `${level}_was_booked`])),
    ...taken.oddities,
  });
  return { kind: 'taken', refused: taken.refused };
}

function rejectReport(reason: ReportRefusal, detail: string): TransferReportResult {
  return { kind: 'refused', reason, detail: `${reason}: ${detail}` };
}

/** Ignores the rejection of a whole block or file if one of its transfers was booked. */
async function compareWithBookings(
  database: Database,
  refused: readonly RejectedTransfer[],
): Promise<{ readonly believed: readonly RejectedTransfer[]; readonly disproved: readonly RejectedTransfer[] }> {
  const booked = new Set<string>();
  for (const each of refused)
    if (await findDebitWithRefundId(database, each.transferId)) booked.add(getRejectedId(each));
  const isDisproved = (each: RejectedTransfer) => booked.has(getRejectedId(each));
  return { believed: refused.filter((each) => !isDisproved(each)), disproved: refused.filter(isDisproved) };
}

function getRejectedId({ level, blockId, transferId }: RejectedTransfer): string {
  return { transfer: transferId, block: blockId, file: '' }[level];
}

/** Records each rejection in its own transaction, so that only one order is locked at a time. */
async function recordRejections(
  { database, machine }: ReportContext,
  { reportId }: TransferReport,
  believed: readonly RejectedTransfer[],
): Promise<{ readonly refused: readonly string[]; readonly oddities: Readonly<Record<string, string>> }> {
  const refused: string[] = [];
  const oddities: Record<string, string> = {};
  for (const { transferId, reason, bankText } of believed) {
    await database.transaction(async (transaction) => {
      const before = await findBankRefund(transaction, transferId);
      if (before?.refused) return;
      const why = [reason, bankText].filter((text) => text !== '').join(': ') || 'refused';
      const outcome = await recordRejectedTransfer(machine, transaction, transferId, why);
      if (outcome.kind === 'refused') {
        oddities[transferId] = outcome.why;
        return;
      }
      refused.push(transferId);
      await raiseAlert(transaction, {
        key: `refund:${transferId}:refused`,
        orderId: before?.orderId ?? null,
        kind: 'refund_failed',
        facts: { refund: transferId, reason: reason || 'not given', bankText, report: reportId },
      });
    });
  }
  return { refused, oddities };
}

async function alertContradictions(
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
