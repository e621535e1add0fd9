import { createHash } from 'node:crypto';
import type { BankExchange, BankFiles } from '../../providers/bank/bankPort.ts';
import type { RefusedTransfers, TransferRefusal, TransferRelease } from '../../providers/bank/transferRelease.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { SerialRunner } from '../serialRunner.ts';
import { type ClearedTransfer, judgeTransfer, type RequestedTransfer, type TransferContext } from './judgeTransfer.ts';
import type { RefundRow } from './releaseStore.ts';
import type { ReleasedTransfer } from './releases.ts';
import { createUnrecordedTransferCheck, readBatch, toRequestedTransfer } from './unrecordedTransfers.ts';

export type TransferReleaseContext = TransferContext & {
  readonly runSerially: SerialRunner;
  readonly bankFiles: Pick<BankFiles, 'readTransfers' | 'listTransfers'>;
  /** Undefined if no files are exchanged with a bank. */
  readonly exchange: Pick<BankExchange, 'sendTransfers' | 'readSent'> | undefined;
  findRefundRows(ids: readonly string[]): Promise<readonly RefundRow[]>;
  /** Returns the reason why the signer is stopped; undefined if it is not. */
  findStopReason(): Promise<string | undefined>;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

const RETRY_AFTER_MS = 60_000;

/** Releases files of transfers to the bank: all transfers of a file or none. Judges the transfers as the file contains them. */
export function createTransferRelease(context: TransferReleaseContext): TransferRelease {
  const { releases, exchange, runSerially } = context;
  const isUnrecordedTransfer = createUnrecordedTransferCheck(context);

  /** Runs the work unless a person has stopped the signer. */
  async function unlessStopped<Value>(work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    const stopped = await context.findStopReason();
    return stopped === undefined ? work() : unavailable(stopped);
  }

  async function release(batchId: string, file: Uint8Array): Promise<Outcome<RefusedTransfers>> {
    if (!exchange) return unavailable('no files are exchanged with a bank');
    const hash = createHash('sha256').update(file).digest('hex');
    const before = releases.findFile(batchId);
    if (before) {
      // Already released. If the process ended before the hand-over, it follows now. Another file for the same batch is not sent.
      if (before.file === hash && !releases.wasHandedOver(batchId)) await handOver(batchId, file, exchange);
      return ok(new Map());
    }
    const batch = readBatch(context.bankFiles, file);
    if (batch?.batchId !== batchId) return ok(new Map([[batchId, 'not_written']]));
    const judged = await judgeAll(context, isUnrecordedTransfer, batch.transfers.map(toRequestedTransfer));
    if (judged.kind !== 'ok') return judged;
    const { cleared, refusals } = judged.value;
    if (refusals.size > 0) return ok(refusals);
    // A person may have stopped the signer during the requests above.
    const stopped = await context.findStopReason();
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

  /**
   * Gives the file to the exchange with the bank, then records it. A repetition is safe: until `sent/` is cleaned, the
   * exchange takes a file name only once.
   */
  async function handOver(batchId: string, file: Uint8Array, to: NonNullable<typeof exchange>): Promise<void> {
    await releases.confirmLead();
    await to.sendTransfers(`${batchId}.xml`, file);
    const content = { kind: 'handed-over' } as const;
    await releases.add({ name: batchId, claims: [], content, releasedAt: context.now() });
  }

  return {
    clear: (refunds) =>
      unlessStopped(async () => {
        const rows = await context.findRefundRows(refunds.map(({ id }) => id));
        const accounts = new Map(refunds.map(({ id, account }) => [id, account]));
        const transfers = rows.map((row) => ({ ...row, account: accounts.get(row.id) ?? '' }));
        const judged = await judgeAll(context, isUnrecordedTransfer, transfers, rows);
        return judged.kind === 'ok' ? ok(judged.value.refusals) : judged;
      }),
    release: (batchId, file) => runSerially(() => unlessStopped(() => release(batchId, file))),
  };
}

/** Judges the transfers one after the other, so that no two use the same money. */
async function judgeAll(
  context: TransferReleaseContext,
  isUnrecordedTransfer: (transfer: RequestedTransfer) => Promise<boolean>,
  transfers: readonly RequestedTransfer[],
  known?: readonly RefundRow[],
): Promise<
  Outcome<{ readonly cleared: readonly ClearedTransfer[]; readonly refusals: ReadonlyMap<string, TransferRefusal> }>
> {
  const rows = known ?? (await context.findRefundRows(transfers.map(({ id }) => id)));
  const cleared: ClearedTransfer[] = [];
  const refusals = new Map<string, TransferRefusal>();
  for (const transfer of transfers) {
    const row = rows.find(({ id }) => id === transfer.id);
    const further: readonly ReleasedTransfer[] = cleared.map((each) => ({ ...each.transfer, block: '' }));
    const judged = await judgeTransfer(context, transfer, row, further);
    if (judged.kind === 'refused') refusals.set(transfer.id, judged.reason);
    else if (judged.kind === 'ok' && (await isUnrecordedTransfer(transfer))) refusals.set(transfer.id, 'possibly_sent');
    else if (judged.kind !== 'ok') return judged;
    // Each signed request is good for one transfer.
    else if (cleared.some(({ claims }) => claims.some((claim) => judged.value.claims.includes(claim))))
      refusals.set(transfer.id, 'account_unproved');
    else cleared.push(judged.value);
  }
  return ok({ cleared, refusals });
}

function unavailable(detail: string): Outcome<never> {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail };
}
