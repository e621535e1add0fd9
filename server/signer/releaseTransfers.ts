import { createHash } from 'node:crypto';
import type { BankExchange, BankFiles, TransferBatch } from '../providers/bank/bankPort.ts';
import type { RefusedTransfers, TransferRefusal, TransferRelease } from '../providers/bank/transferRelease.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { type AskedTransfer, type ClearedTransfer, judgeTransfer, type TransferContext } from './judgeTransfer.ts';
import type { RefundRow } from './releaseStore.ts';
import type { ReleasedTransfer } from './releases.ts';
import type { Turns } from './turns.ts';

export type TransferReleaseContext = TransferContext & {
  readonly turns: Turns;
  readonly bankFiles: Pick<BankFiles, 'readTransfers' | 'listTransfers'>;
  /** Undefined: no files are exchanged with a bank. */
  readonly exchange: Pick<BankExchange, 'sendTransfers'> | undefined;
  refundRows(ids: readonly string[]): Promise<readonly RefundRow[]>;
  /** Why nothing is let go at all; undefined while it is. */
  stopped(): Promise<string | undefined>;
  /** The machine's. */
  now(): Date;
};

const RETRY_AFTER_MS = 60_000;

/** Lets files of transfers go to the bank: what is in the file itself is judged, transfer by transfer, and all of it or nothing leaves. */
export function createTransferRelease(context: TransferReleaseContext): TransferRelease {
  const { releases, exchange, turns } = context;

  /** Nothing while a person has stopped the signer. */
  async function whileAllowed<Value>(work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    const stopped = await context.stopped();
    return stopped === undefined ? work() : unavailable(stopped);
  }

  async function release(batchId: string, file: Uint8Array): Promise<Outcome<RefusedTransfers>> {
    if (!exchange) return unavailable('no files are exchanged with a bank');
    const hash = createHash('sha256').update(file).digest('hex');
    const before = releases.fileOf(batchId);
    if (before) {
      // The process ended between the release and the hand-over.
      if (before.file === hash && !releases.wasHandedOver(batchId)) await handOver(batchId, file, exchange);
      return ok(new Map());
    }
    const batch = readBatch(context.bankFiles, file);
    if (batch?.batchId !== batchId) return ok(new Map([[batchId, 'not_written']]));
    const judged = await judgeAll(context, batch.transfers.map(askedBy));
    if (judged.kind !== 'ok') return judged;
    const { cleared, refusals } = judged.value;
    if (refusals.size > 0) return ok(refusals);
    // Others were asked meanwhile.
    const stopped = await context.stopped();
    if (stopped !== undefined) return unavailable(stopped);
    const blocks = new Map(
      context.bankFiles.listTransfers(file).map(({ transferId, blockId }) => [transferId, blockId]),
    );
    const transfers = cleared.map(({ transfer }) => ({ ...transfer, block: blocks.get(transfer.refund) ?? '' }));
    await releases.add({
      name: batchId,
      claims: cleared.flatMap(({ claims }) => claims),
      content: { kind: 'transfers', file: hash, transfers },
      releasedAt: context.now(),
    });
    await handOver(batchId, file, exchange);
    return ok(new Map());
  }

  /** Recorded once the exchange has the file, which takes a file of the same name only once until `sent/` is cleaned. */
  async function handOver(batchId: string, file: Uint8Array, to: NonNullable<typeof exchange>): Promise<void> {
    await to.sendTransfers(`${batchId}.xml`, file);
    const content = { kind: 'handed-over' } as const;
    await releases.add({ name: batchId, claims: [], content, releasedAt: context.now() });
  }

  return {
    clear: (refunds) =>
      whileAllowed(async () => {
        const rows = await context.refundRows(refunds.map(({ id }) => id));
        const accounts = new Map(refunds.map(({ id, account }) => [id, account]));
        const asked = rows.map((row) => ({ ...row, account: accounts.get(row.id) ?? '' }));
        const judged = await judgeAll(context, asked, rows);
        return judged.kind === 'ok' ? ok(judged.value.refusals) : judged;
      }),
    release: (batchId, file) => turns(() => whileAllowed(() => release(batchId, file))),
  };
}

/** One after the other, so that two do not both take what is left. */
async function judgeAll(
  context: TransferReleaseContext,
  asked: readonly AskedTransfer[],
  known?: readonly RefundRow[],
): Promise<
  Outcome<{ readonly cleared: readonly ClearedTransfer[]; readonly refusals: ReadonlyMap<string, TransferRefusal> }>
> {
  const rows = known ?? (await context.refundRows(asked.map(({ id }) => id)));
  const cleared: ClearedTransfer[] = [];
  const refusals = new Map<string, TransferRefusal>();
  for (const transfer of asked) {
    const row = rows.find(({ id }) => id === transfer.id);
    const further: readonly ReleasedTransfer[] = cleared.map((each) => ({ ...each.transfer, block: '' }));
    const judged = await judgeTransfer(context, transfer, row, further);
    if (judged.kind === 'refused') refusals.set(transfer.id, judged.reason);
    else if (judged.kind !== 'ok') return judged;
    // One signature is good for one transfer.
    else if (cleared.some(({ claims }) => claims.some((claim) => judged.value.claims.includes(claim))))
      refusals.set(transfer.id, 'account_unproved');
    else cleared.push(judged.value);
  }
  return ok({ cleared, refusals });
}

function askedBy({ transferId, amount, creditor }: TransferBatch['transfers'][number]): AskedTransfer {
  return { id: transferId, currency: amount.asset.code, units: amount.units, account: creditor.account };
}

/** Undefined for what is no file of ours. */
function readBatch({ readTransfers }: Pick<BankFiles, 'readTransfers'>, file: Uint8Array): TransferBatch | undefined {
  try {
    return readTransfers(file);
  } catch {
    return undefined;
  }
}

function unavailable(detail: string): Outcome<never> {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail };
}
