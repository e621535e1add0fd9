import type { ListedTransfer } from '../../providers/bank/bankPort.ts';
import type { TransferReport, TransferStatus } from '../../providers/bank/transferReports.ts';

/** Rejected before execution (ISO 20022 external payment transaction status). */
const REFUSED = 'RJCT';
/** The status is given at the levels below. */
const BELOW = 'PART';
/** The money has left: a rejection in the same report contradicts it. */
const SETTLED: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

/** In progress or executed: no action follows, since only the booking counts. */
const NO_REFUSAL = ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'PDNG', ...SETTLED];

/**
 * Results of comparing the creditor's name with the account's (EU verification of payee, in German banks' reports): no
 * rejection.
 */
const NAME_COMPARED = ['RCVC', 'RVMC', 'RVNM', 'RVNA'];

const KNOWN: ReadonlySet<string> = new Set(['', REFUSED, BELOW, ...NO_REFUSAL, ...NAME_COMPARED]);

export type RejectedTransfer = {
  readonly transferId: string;
  /** The level at which the bank rejects it: the transfer, its block or the whole file. */
  readonly level: 'transfer' | 'block' | 'file';
  readonly blockId: string;
  readonly reason: string;
  readonly bankText: string;
};

export type JudgedReport = {
  /** True if it rejects anything at all, ours or not. */
  readonly refuses: boolean;
  readonly refused: readonly RejectedTransfer[];
  /** Transfers that the report both rejects and does not reject. */
  readonly contradicted: readonly string[];
  /** Names in the report that are not in the file, or not in that block. */
  readonly strangers: readonly string[];
  readonly unknownCodes: readonly string[];
};

/**
 * Evaluates a report for each transfer of its file: the nearest status counts, that of the transfer before the block
 * before the file. Pure.
 */
export function judgeReport(report: TransferReport, listed: readonly ListedTransfer[]): JudgedReport {
  const judged = listed.map((transfer) => judgeTransfer(report, transfer));
  return {
    refuses: listAllStatuses(report).some(({ status }) => status === REFUSED),
    refused: judged.filter((each) => typeof each === 'object'),
    contradicted: listed.filter((_, index) => judged[index] === 'contradicted').map(({ transferId }) => transferId),
    strangers: listUnknownTransfers(report, listed),
    unknownCodes: [...new Set(listAllStatuses(report).map(({ status }) => status))].filter(
      (status) => !KNOWN.has(status),
    ),
  };
}

type Level = { readonly level: RejectedTransfer['level']; readonly statuses: readonly TransferStatus[] };

/** Returns whether a report marks a transfer, its block or its file as settled. */
export function isReportedSettled(report: TransferReport, transfer: ListedTransfer): boolean {
  return levelsAbout(report, transfer).some(({ statuses: bankText }) =>
    bankText.some(({ status }) => SETTLED.has(status)),
  );
}

/** Returns a report's statuses for a transfer, nearest level first. */
function levelsAbout(report: TransferReport, { blockId, transferId }: ListedTransfer): readonly Level[] {
  const own = report.blocks
    .filter((block) => block.blockId === blockId || block.blockId === '')
    .flatMap(({ transfers }) => transfers)
    .filter(({ ids }) => ids.includes(transferId));
  return [
    { level: 'transfer', statuses: own },
    { level: 'block', statuses: report.blocks.filter((block) => block.blockId === blockId) },
    { level: 'file', statuses: [report.file] },
  ];
}

function judgeTransfer(
  report: TransferReport,
  transfer: ListedTransfer,
): RejectedTransfer | 'contradicted' | 'not_refused' {
  const { blockId, transferId } = transfer;
  const levels = levelsAbout(report, transfer);
  const statusesByLevel = levels.map(({ statuses: bankText }) =>
    bankText.map(({ status }) => status).filter((status) => status !== ''),
  );
  const nearest = statusesByLevel.findIndex((statuses) => statuses.length > 0);
  const telling = levels[nearest];
  if (!telling) return 'not_refused';
  const all = statusesByLevel.flat();
  const refused = statusesByLevel[nearest]?.every((status) => status === REFUSED) === true;
  if (all.includes(REFUSED) && (!refused || all.some((status) => SETTLED.has(status)))) return 'contradicted';
  if (!refused) return 'not_refused';
  const reasons = levels.flatMap(({ statuses: bankText }) => bankText);
  const why = reasons.find(({ reason, bankText }) => reason !== '' || bankText !== '');
  return { transferId, level: telling.level, blockId, reason: why?.reason ?? '', bankText: why?.bankText ?? '' };
}

function listUnknownTransfers({ blocks }: TransferReport, listed: readonly ListedTransfer[]): string[] {
  const isListed = (block: string, id: string | undefined) =>
    listed.some(({ blockId, transferId }) => (block === '' || block === blockId) && transferId === id);
  const known = new Set(listed.map(({ blockId }) => blockId));
  return blocks.flatMap(({ blockId, status, transfers }) => [
    ...(known.has(blockId) || (blockId === '' && status !== REFUSED) ? [] : [blockId || 'a block without an id']),
    ...transfers
      .filter(({ ids }) => ids.length !== 1 || !isListed(blockId, ids[0]))
      .map(({ ids }) => ids.join(' ') || 'a transfer without an id'),
  ]);
}

function listAllStatuses({ file, blocks }: TransferReport): TransferStatus[] {
  return [file, ...blocks, ...blocks.flatMap(({ transfers }) => transfers)];
}
