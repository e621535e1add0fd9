import type { Database } from '../../platform/database/database.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import { makeRoomForParts } from '../payment/itemise.ts';
import { insertPartsOf, type UnitemisedDebit, unitemisedDebits } from '../payment/unitemisedStore.ts';
import { pendingTransfers } from './transferBatchStore.ts';

const LIMIT = 20;

/** A transfer that is with the bank; `units` in minor units of its currency. */
type Pending = { readonly refundId: string; readonly units: bigint };

/**
 * A debit that the bank tells as one sum is a block of a file of ours when exactly one has so many transfers that are still
 * with the bank, and they make that sum: then each of them is booked. Any other waits for a person.
 */
export async function itemiseOwnBatches({
  database,
  bankFiles,
}: {
  readonly database: Database;
  readonly bankFiles: Pick<BankFiles, 'listTransfers'>;
}): Promise<void> {
  for (const debit of await unitemisedDebits(database, LIMIT)) {
    const files = await pendingTransfers(database, debit);
    const fitting = files
      .filter(({ file }) => file.length > 0)
      .flatMap(({ file, pending }) => blocksOf(bankFiles, file, pending))
      .filter((block) => fits(debit, block));
    const [block] = fitting;
    if (!block || fitting.length > 1) continue;
    await database.transaction(async (transaction) => {
      if (!(await makeRoomForParts(transaction, debit.id, block.length))) return;
      await insertPartsOf(transaction, debit.id, block);
    });
  }
}

function blocksOf(
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

function fits({ units, unitemised }: UnitemisedDebit, block: readonly Pending[]): boolean {
  return block.length === unitemised && block.reduce((sum, each) => sum + each.units, 0n) === units;
}
