import { judgeReport, type RefusedTransfer, saysSettled } from '../purchase/refund/reportRules.ts';
import type { BankSight } from './bankSight.ts';
import type { ReleasedTransfer, ReleaseRecord } from './releases.ts';

/** The receipts of whose money is asked: by their ids, and by the reference that they bear ('' for none). */
export type Receipts = { readonly receipts: readonly string[]; readonly reference: string };

/**
 * Minor units of these receipts' money that have gone back, or are about to: all that was let go, less what the bank has
 * brought back or not carried out. `further`: what is about to be let go beside.
 */
export type GivenBack = (of: Receipts, currency: string, further?: readonly ReleasedTransfer[]) => Promise<bigint>;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

export function givenBackBy(releases: ReleaseRecord, bank: BankSight | undefined): GivenBack {
  /** What of it is here again. */
  async function hereAgain({ refund, currency, units }: ReleasedTransfer): Promise<bigint> {
    if (!bank) return 0n;
    const back = await bank.broughtBack(refund, currency);
    if (back > 0n) return back < BigInt(units) ? back : BigInt(units);
    return (await isRefused(refund)) ? BigInt(units) : 0n;
  }

  /**
   * Whether the bank has refused it and nothing says otherwise: no other report, and no booking, of it or of a transfer that was
   * refused with it. While a statement is missing in which it may be booked, the money counts as gone.
   */
  async function isRefused(refund: string): Promise<boolean> {
    const file = releases.fileWith(refund);
    if (!bank || !file || (await bank.isDoubtfulSince(file.releasedAt.toISOString().slice(0, DAY_LENGTH))))
      return false;
    const listed = file.transfers.map(({ block, refund: transferId }) => ({ blockId: block, transferId }));
    const own = listed.filter(({ transferId }) => transferId === refund);
    const reports = await bank.reportsOn(file.batchId);
    const judged = reports.map((report) => judgeReport(report, listed));
    const refusals = judged.flatMap(({ refused }) => refused.filter(({ transferId }) => transferId === refund));
    const isContradicted =
      judged.some(({ contradicted }) => contradicted.includes(refund)) ||
      reports.some((report) => own.some((transfer) => saysSettled(report, transfer)));
    if (refusals.length === 0 || isContradicted) return false;
    const together = listed.filter((transfer) => refusals.some((refusal) => isRefusedWith(refusal, transfer)));
    const left = await Promise.all(together.map(({ transferId }) => bank.hasLeft(transferId)));
    return !left.includes(true);
  }

  return async (of, currency, further = []) => {
    const about = further.filter(
      ({ receipt, reference }) => of.receipts.includes(receipt) || (of.reference !== '' && reference === of.reference),
    );
    const released = releases.transfersOf(of).filter((transfer) => transfer.currency === currency);
    const left = await Promise.all(
      released.map(async (transfer) => BigInt(transfer.units) - (await hereAgain(transfer))),
    );
    const asked = about.filter((transfer) => transfer.currency === currency).map(({ units }) => BigInt(units));
    return [...left, ...asked].reduce((sum, units) => sum + units, 0n);
  };
}

/** A block or a file is refused as a whole. */
function isRefusedWith(
  { level, ...refusal }: RefusedTransfer,
  { blockId, transferId }: { readonly blockId: string; readonly transferId: string },
): boolean {
  if (level === 'file') return true;
  return level === 'block' ? blockId === refusal.blockId : transferId === refusal.transferId;
}
