import { type Outcome, ok, refused } from '../../outcome.ts';
import type { SignedPayout } from '../chainPort.ts';
import { classifyNodeMessage } from './bitcoinNodeMessages.ts';
import { readOutpoints } from './bitcoinPayout.ts';
import type { BitcoinClient } from './client.ts';
import { queryInputState } from './payoutView.ts';
import { NoAnswerError, RpcRefusal } from './rpc.ts';

type BroadcastOutcome = Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>;

/** Sends the bytes to the node. Idempotent. */
export async function broadcastPayout(
  client: BitcoinClient,
  signed: SignedPayout,
  retryAfterMs: number,
): Promise<BroadcastOutcome> {
  try {
    await client.sendTransaction(signed.bytes);
    return ok(undefined);
  } catch (error) {
    if (error instanceof NoAnswerError) return { kind: 'unknown', detail: error.message };
    if (!(error instanceof RpcRefusal)) throw error;
    const meaning = classifyNodeMessage(error.message);
    switch (meaning) {
      case 'already_known':
        return ok(undefined);
      case 'fee_too_low':
      case 'invalid':
        return refused(meaning, error.message);
      case 'inputs_gone':
        return resolveMissingInputs(client, signed, retryAfterMs);
      case 'not_now':
        return { kind: 'unavailable', retryAfterMs, detail: error.message };
      case undefined:
        return { kind: 'unknown', detail: error.message };
    }
  }
}

/** Finds out why inputs are missing: spent by this transaction, by another, or unknown to the node. */
async function resolveMissingInputs(
  client: BitcoinClient,
  { transactionId, bytes }: SignedPayout,
  retryAfterMs: number,
): Promise<BroadcastOutcome> {
  try {
    if (typeof (await client.findTransaction(transactionId)) !== 'string') return ok(undefined);
    if ((await queryInputState(client, readOutpoints(bytes))) === 'spent') return refused('spent_elsewhere');
    return { kind: 'unavailable', retryAfterMs, detail: 'the node does not know an output that the payout spends' };
  } catch (error) {
    return { kind: 'unknown', detail: error instanceof Error ? error.message : String(error) };
  }
}
