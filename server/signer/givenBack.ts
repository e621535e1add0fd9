import { judgeReport } from '../purchase/refund/reportRules.ts';
import type { BankSight } from './bankSight.ts';
import type { ReleasedTransfer, ReleaseRecord } from './releases.ts';

/** The receipts of whose money is asked: by their ids, and by the reference that they bear ('' for none). */
export type Receipts = { readonly receipts: readonly string[]; readonly reference: string };

/**
 * Minor units of these receipts' money that have gone back, or are about to: all that was let go, less what the bank has
 * brought back or not carried out. `further`: what is about to be let go beside.
 */
export type GivenBack = (of: Receipts, currency: string, further?: readonly ReleasedTransfer[]) => Promise<bigint>;

export function givenBackBy(releases: ReleaseRecord, bank: BankSight | undefined): GivenBack {
  /** What of it is here again. */
  async function hereAgain({ refund, currency, units }: ReleasedTransfer): Promise<bigint> {
    if (!bank) return 0n;
    const back = await bank.broughtBack(refund, currency);
    if (back > 0n) return back < BigInt(units) ? back : BigInt(units);
    return (await isRefused(refund)) ? BigInt(units) : 0n;
  }

  /** The booking is believed before a report. */
  async function isRefused(refund: string): Promise<boolean> {
    const file = releases.fileWith(refund);
    if (!bank || !file || (await bank.hasLeft(refund))) return false;
    const listed = file.transfers.map(({ block, refund: transferId }) => ({ blockId: block, transferId }));
    const reports = await bank.reportsOn(file.batchId);
    return reports.some((report) =>
      judgeReport(report, listed).refused.some(({ transferId }) => transferId === refund),
    );
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
