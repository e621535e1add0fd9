import type { ListedTransfer } from '../../providers/bank/bankPort.ts';
import type { TransferReport, TransferStatus } from '../../providers/bank/transferReports.ts';

/** Rejected before execution (ISO 20022 external payment transaction status). */
const REFUSED = 'RJCT';
/** Partial: the status of each transfer is given at a lower level. */
const PARTIAL = 'PART';
/** The transfer was executed: a rejection in the same report contradicts that. */
const SETTLED: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

/** In progress or executed. No action follows: only a booking settles a transfer. */
const NO_REFUSAL = ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'PDNG', ...SETTLED];

/**
 * Results of the EU's verification of payee, which compares the creditor's name with the account's, in German banks'
 * reports. They are no rejection.
 */
const NAME_COMPARED = ['RCVC', 'RVMC', 'RVNM', 'RVNA'];

const KNOWN: ReadonlySet<string> = new Set(['', REFUSED, PARTIAL, ...NO_REFUSAL, ...NAME_COMPARED]);

export type RejectedTransfer = {
  readonly transferId: string;
  /** The level at which the bank rejects it: the transfer, its block or the whole file. */
  readonly level: 'transfer' | 'block' | 'file';
  readonly blockId: string;
  readonly reason: string;
  readonly bankText: string;
};

export type JudgedReport = {
  /** True if the report rejects any transfer, also one of another system. */
  readonly hasRejections: boolean;
  readonly refused: readonly RejectedTransfer[];
  /** Transfers that the report both rejects and does not reject. */
  readonly contradicted: readonly string[];
  /** Ids of the report that are not in the file, or not in the named block. */
  readonly unknownIds: readonly string[];
  readonly unknownCodes: readonly string[];
};

/**
 * Evaluates a report for each transfer of its file. The most specific status applies: the transfer's, else its block's,
 * else the file's. Pure.
 */
export function judgeReport(report: TransferReport, listed: readonly ListedTransfer[]): JudgedReport {
  const judged = listed.map((transfer) => judgeTransfer(report, transfer));
  return {
    hasRejections: listAllStatuses(report).some(({ status }) => status === REFUSED),
    refused: judged.filter((each) => typeof each === 'object'),
    contradicted: listed.filter((_, index) => judged[index] === 'contradicted').map(({ transferId }) => transferId),
    unknownIds: listUnknownTransfers(report, listed),
    unknownCodes: [...new Set(listAllStatuses(report).map(({ status }) => status))].filter(
      (status) => !KNOWN.has(status),
    ),
  };
}

type Level = { readonly level: RejectedTransfer['level']; readonly statuses: readonly TransferStatus[] };

/** Returns whether a report marks a transfer, its block or its file as settled. */
export function isReportedSettled(report: TransferReport, transfer: ListedTransfer): boolean {
  return listLevels(report, transfer).some(({ statuses }) => statuses.some(({ status }) => SETTLED.has(status)));
}

/** Returns a report's statuses for a transfer, the most specific level first. */
function listLevels(report: TransferReport, { blockId, transferId }: ListedTransfer): readonly Level[] {
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
  const levels = listLevels(report, transfer);
  const codesByLevel = levels.map(({ statuses }) =>
    statuses.map(({ status }) => status).filter((status) => status !== ''),
  );
  const nearest = codesByLevel.findIndex((codes) => codes.length > 0);
  const nearestLevel = levels[nearest];
  if (!nearestLevel) return 'not_refused';
  const all = codesByLevel.flat();
  const refused = codesByLevel[nearest]?.every((status) => status === REFUSED) === true;
  if (all.includes(REFUSED) && (!refused || all.some((status) => SETTLED.has(status)))) return 'contradicted';
  if (!refused) return 'not_refused';
  const reasons = levels.flatMap(({ statuses }) => statuses);
  const why = reasons.find(({ reason, bankText }) => reason !== '' || bankText !== '');
  return { transferId, level: nearestLevel.level, blockId, reason: why?.reason ?? '', bankText: why?.bankText ?? '' };
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
