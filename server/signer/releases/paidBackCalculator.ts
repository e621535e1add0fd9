import { isReportedSettled, judgeReport, type RejectedTransfer } from '../../purchase/refund/transferReportRules.ts';
import type { BankFileReader } from '../bankFiles/bankFileReader.ts';
import type { ReleasedTransfer, ReleaseRecord } from './releases.ts';

/** The receipts whose refunded amount is computed: those with these ids, and those with the reference ('' for none). */
export type ReceiptSelection = { readonly receipts: readonly string[]; readonly reference: string };

/**
 * Returns the minor units of these receipts that were paid back or are about to be: all releases, less what the bank returned
 * or did not execute. `further`: transfers that are about to be released as well.
 */
export type PaidBackCalculator = (
  of: ReceiptSelection,
  currency: string,
  further?: readonly ReleasedTransfer[],
) => Promise<bigint>;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

export function createPaidBackCalculator(
  releases: ReleaseRecord,
  bank: BankFileReader | undefined,
): PaidBackCalculator {
  /** Returns how much of a transfer came back to the account or, if the bank refused it, never left. */
  async function sumBackOnAccount({ refund, currency, units }: ReleasedTransfer): Promise<bigint> {
    if (!bank) return 0n;
    const back = await bank.sumReturned(refund, currency);
    if (back > 0n) return back < BigInt(units) ? back : BigInt(units);
    return (await isRefused(refund)) ? BigInt(units) : 0n;
  }

  /**
   * Returns true if the bank refused the transfer and nothing contradicts that: no other report, and no booking of it or of a
   * transfer that was refused together with it. Returns false while a statement that may contain its booking is missing.
   */
  async function isRefused(refund: string): Promise<boolean> {
    const file = releases.findFileWith(refund);
    if (!bank || !file || (await bank.isDoubtfulSince(file.releasedAt.toISOString().slice(0, DAY_LENGTH))))
      return false;
    const listed = file.transfers.map(({ block, refund: transferId }) => ({ blockId: block, transferId }));
    const own = listed.filter(({ transferId }) => transferId === refund);
    const reports = await bank.listReports(file.batchId);
    const judged = reports.map((report) => judgeReport(report, listed));
    const refusals = judged.flatMap(({ refused }) => refused.filter(({ transferId }) => transferId === refund));
    const isContradicted =
      judged.some(({ contradicted }) => contradicted.includes(refund)) ||
      reports.some((report) => own.some((transfer) => isReportedSettled(report, transfer)));
    if (refusals.length === 0 || isContradicted) return false;
    const together = listed.filter((transfer) => refusals.some((refusal) => isRefusedWith(refusal, transfer)));
    const left = await Promise.all(together.map(({ transferId }) => bank.isHandedToBank(transferId)));
    return !left.includes(true);
  }

  return async (of, currency, further = []) => {
    const about = further.filter(
      ({ receipt, reference }) => of.receipts.includes(receipt) || (of.reference !== '' && reference === of.reference),
    );
    const released = releases.listTransfers(of).filter((transfer) => transfer.currency === currency);
    const left = await Promise.all(
      released.map(async (transfer) => BigInt(transfer.units) - (await sumBackOnAccount(transfer))),
    );
    const furtherUnits = about.filter((transfer) => transfer.currency === currency).map(({ units }) => BigInt(units));
    return [...left, ...furtherUnits].reduce((sum, units) => sum + units, 0n);
  };
}

/** Returns true if the refusal covers the transfer: the bank refuses a block or a file as a whole. */
function isRefusedWith(
  { level, ...refusal }: RejectedTransfer,
  { blockId, transferId }: { readonly blockId: string; readonly transferId: string },
): boolean {
  if (level === 'file') return true;
  return level === 'block' ? blockId === refusal.blockId : transferId === refusal.transferId;
}
