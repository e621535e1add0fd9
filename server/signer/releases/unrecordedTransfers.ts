import type { BankExchange, BankFiles, TransferBatch } from '../../providers/bank/bankPort.ts';
import { normalizeAccountNumber } from '../../purchase/payment/normalizeAccountNumber.ts';
import { isRefundId } from '../../purchase/refund/refundId.ts';
import type { BankFileReader } from '../bankFiles/bankFileReader.ts';
import type { RequestedTransfer } from './judgeTransfer.ts';
import type { ReleaseRecord } from './releases.ts';

export type UnrecordedContext = {
  readonly releases: ReleaseRecord;
  readonly bank: Pick<BankFileReader, 'isHandedToBank' | 'listTransfersTo' | 'sumReturned'> | undefined;
  readonly bankFiles: Pick<BankFiles, 'readTransfers'>;
  readonly exchange: Pick<BankExchange, 'readSent'> | undefined;
};

/**
 * Returns a function that returns true if a transfer has left although the record of releases lacks it. That happens when the
 * database and the record were restored from an earlier moment. A file that was handed over, or the bank's booking, proves
 * it. The id may be the same, or one that the record lacks with the same amount and account: a refund that was lost with the
 * database is requested under a new id. A booked transfer under such an id does not count once all of it came back.
 */
export function createUnrecordedTransferCheck({ releases, bank, bankFiles, exchange }: UnrecordedContext) {
  /** Files do not change once they are handed over. */
  const files = new Map<string, readonly RequestedTransfer[]>();
  const isUnrecorded = ({ id }: RequestedTransfer) => isRefundId(id) && !releases.isUsed(`refund ${id}`);

  async function readFiles(): Promise<readonly RequestedTransfer[]> {
    const isNew = (name: string) => !files.has(name) && !releases.findFile(name.replace(/\.xml$/, ''));
    for (const { name, bytes } of (await exchange?.readSent(isNew)) ?? [])
      files.set(name, readBatch(bankFiles, bytes)?.transfers.map(toRequestedTransfer) ?? []);
    return [...files.values()].flat();
  }

  return async (requestedTransfer: RequestedTransfer): Promise<boolean> => {
    if (await bank?.isHandedToBank(requestedTransfer.id)) return true;
    const inFiles = await readFiles();
    if (inFiles.some((one) => one.id === requestedTransfer.id || (isUnrecorded(one) && isSame(one, requestedTransfer))))
      return true;
    for (const one of (await bank?.listTransfersTo(requestedTransfer.account)) ?? []) {
      if (!isUnrecorded(one) || !isSame(one, requestedTransfer)) continue;
      if ((await bank?.sumReturned(one.id, one.currency)) !== one.units) return true;
    }
    return false;
  };
}

/** Returns the batch, or undefined if this is no transfer file of the product. */
export function readBatch(
  { readTransfers }: Pick<BankFiles, 'readTransfers'>,
  file: Uint8Array,
): TransferBatch | undefined {
  try {
    return readTransfers(file);
  } catch {
    return undefined;
  }
}

export function toRequestedTransfer({
  transferId,
  amount,
  creditor,
}: TransferBatch['transfers'][number]): RequestedTransfer {
  return { id: transferId, currency: amount.asset.code, units: amount.units, account: creditor.account };
}

function isSame(one: RequestedTransfer, other: RequestedTransfer): boolean {
  return (
    one.currency === other.currency &&
    one.units === other.units &&
    normalizeAccountNumber(one.account) === normalizeAccountNumber(other.account)
  );
}
