import type { Database } from '../../platform/database/database.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import { retireCollectiveBooking } from '../payment/bookings/retireCollectiveBooking.ts';
import { insertBookingParts, listUnitemisedDebits, type UnitemisedDebit } from '../payment/bookings/unitemisedStore.ts';
import { listPendingTransfers } from './transferBatchStore.ts';

const LIMIT = 20;

/** A pending transfer of a file. `units`: minor units of its currency. */
type Pending = { readonly refundId: string; readonly units: bigint };

/**
 * Matches each debit that the bank reports as one sum with a block of a handed-over file. If exactly one block has the same
 * number of pending transfers and the same sum, the debit is replaced by bookings of these transfers. Any other debit waits
 * for a person.
 */
export async function itemiseOwnBatches({
  database,
  bankFiles,
}: {
  readonly database: Database;
  readonly bankFiles: Pick<BankFiles, 'listTransfers'>;
}): Promise<void> {
  for (const debit of await listUnitemisedDebits(database, LIMIT)) {
    const files = await listPendingTransfers(database, debit);
    const matching = files
      .filter(({ file }) => file.length > 0)
      .flatMap(({ file, pending }) => listBlocks(bankFiles, file, pending))
      .filter((block) => matchesDebit(debit, block));
    const [block] = matching;
    if (!block || matching.length > 1) continue;
    await database.transaction(async (transaction) => {
      if (!(await retireCollectiveBooking(transaction, debit.id, block.length))) return;
      await insertBookingParts(transaction, debit.id, block);
    });
  }
}

function listBlocks(
  bankFiles: Pick<BankFiles, 'listTransfers'>,
  file: Uint8Array,
  pending: readonly Pending[],
): Pending[][] {
  const byId = new Map(pending.map((each) => [each.refundId, each]));
  const blocks = Map.groupBy(bankFiles.listTransfers(file), ({ blockId }) => blockId);
  return [...blocks.values()].map((transfers) =>
    transfers.map(({ transferId }) => byId.get(transferId)).filter((each) => each !== undefined),
  );
}

function matchesDebit({ units, unitemized }: UnitemisedDebit, block: readonly Pending[]): boolean {
  return block.length === unitemized && block.reduce((sum, each) => sum + each.units, 0n) === units;
}
