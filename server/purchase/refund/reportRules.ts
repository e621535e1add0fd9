import type { ListedTransfer } from '../../providers/bank/bankPort.ts';
import type { TransferReport, TransferWord } from '../../providers/bank/transferReports.ts';

/** Refused before it was carried out (ISO 20022 external payment transaction status). */
const REFUSED = 'RJCT';
/** The levels below tell. */
const BELOW = 'PART';
/** The money has left: what else the report says of it cannot be true. */
const SETTLED: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

/** What is under way, or done: nothing follows from these, since the booking is what counts. */
const NO_REFUSAL = ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'PDNG', ...SETTLED];

/** How a creditor's name compares with the account's (EU verification of payee, in German banks' reports): no refusal. */
const NAME_COMPARED = ['RCVC', 'RVMC', 'RVNM', 'RVNA'];

const KNOWN: ReadonlySet<string> = new Set(['', REFUSED, BELOW, ...NO_REFUSAL, ...NAME_COMPARED]);

export type RefusedTransfer = {
  readonly transferId: string;
  /** Whether the bank names it, or refuses the block or the whole file in which it stands. */
  readonly level: 'transfer' | 'block' | 'file';
  readonly blockId: string;
  readonly reason: string;
  readonly words: string;
};

export type JudgedReport = {
  /** Whether it refuses anything at all, ours or not. */
  readonly refuses: boolean;
  readonly refused: readonly RefusedTransfer[];
  /** Those of which the report says that they are refused, and also that they are not. */
  readonly contradicted: readonly string[];
  /** What is named and does not stand in the file, or not there. */
  readonly strangers: readonly string[];
  readonly unknownWords: readonly string[];
};

/**
 * What a report says of each transfer of the file that it is about: the word nearest to it counts, its own before its
 * block's before the file's. Pure.
 */
export function judgeReport(report: TransferReport, listed: readonly ListedTransfer[]): JudgedReport {
  const judged = listed.map((transfer) => judgeTransfer(report, transfer));
  return {
    refuses: wordsOf(report).some(({ status }) => status === REFUSED),
    refused: judged.filter((each) => typeof each === 'object'),
    contradicted: listed.filter((_, index) => judged[index] === 'contradicted').map(({ transferId }) => transferId),
    strangers: strangersOf(report, listed),
    unknownWords: [...new Set(wordsOf(report).map(({ status }) => status))].filter((status) => !KNOWN.has(status)),
  };
}

type Level = { readonly level: RefusedTransfer['level']; readonly words: readonly TransferWord[] };

/** Whether a report says of a transfer, its block or its file that the money has left. */
export function saysSettled(report: TransferReport, transfer: ListedTransfer): boolean {
  return levelsAbout(report, transfer).some(({ words }) => words.some(({ status }) => SETTLED.has(status)));
}

/** What a report says about a transfer, the nearest level first. */
function levelsAbout(report: TransferReport, { blockId, transferId }: ListedTransfer): readonly Level[] {
  const own = report.blocks
    .filter((block) => block.blockId === blockId || block.blockId === '')
    .flatMap(({ transfers }) => transfers)
    .filter(({ ids }) => ids.includes(transferId));
  return [
    { level: 'transfer', words: own },
    { level: 'block', words: report.blocks.filter((block) => block.blockId === blockId) },
    { level: 'file', words: [report.file] },
  ];
}

function judgeTransfer(
  report: TransferReport,
  transfer: ListedTransfer,
): RefusedTransfer | 'contradicted' | 'not_refused' {
  const { blockId, transferId } = transfer;
  const levels = levelsAbout(report, transfer);
  const said = levels.map(({ words }) => words.map(({ status }) => status).filter((status) => status !== ''));
  const nearest = said.findIndex((statuses) => statuses.length > 0);
  const telling = levels[nearest];
  if (!telling) return 'not_refused';
  const all = said.flat();
  const refused = said[nearest]?.every((status) => status === REFUSED) === true;
  if (all.includes(REFUSED) && (!refused || all.some((status) => SETTLED.has(status)))) return 'contradicted';
  if (!refused) return 'not_refused';
  const reasons = levels.flatMap(({ words }) => words);
  const why = reasons.find(({ reason, words }) => reason !== '' || words !== '');
  return { transferId, level: telling.level, blockId, reason: why?.reason ?? '', words: why?.words ?? '' };
}

function strangersOf({ blocks }: TransferReport, listed: readonly ListedTransfer[]): string[] {
  const stands = (block: string, id: string | undefined) =>
    listed.some(({ blockId, transferId }) => (block === '' || block === blockId) && transferId === id);
  const known = new Set(listed.map(({ blockId }) => blockId));
  return blocks.flatMap(({ blockId, status, transfers }) => [
    ...(known.has(blockId) || (blockId === '' && status !== REFUSED) ? [] : [blockId || 'a block without an id']),
    ...transfers
      .filter(({ ids }) => ids.length !== 1 || !stands(blockId, ids[0]))
      .map(({ ids }) => ids.join(' ') || 'a transfer without an id'),
  ]);
}

function wordsOf({ file, blocks }: TransferReport): TransferWord[] {
  return [file, ...blocks, ...blocks.flatMap(({ transfers }) => transfers)];
}
