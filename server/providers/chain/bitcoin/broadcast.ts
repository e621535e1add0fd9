import { type Outcome, ok, refused } from '../../outcome.ts';
import type { SignedPayout } from '../chainPort.ts';
import type { BitcoinClient } from './client.ts';
import { meaningOf } from './nodeWords.ts';
import { NoAnswerError, RpcRefusal } from './rpc.ts';
import { outpointsOf } from './transaction.ts';
import { lookAtInputs } from './view.ts';

type BroadcastOutcome = Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>;

/** Gives the bytes to the node; sending them again changes nothing. */
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
    const meaning = meaningOf(error.message);
    switch (meaning) {
      case 'already_known':
        return ok(undefined);
      case 'fee_too_low':
      case 'invalid':
        return refused(meaning, error.message);
      case 'inputs_gone':
        return whereInputsWent(client, signed, retryAfterMs);
      case 'not_now':
        return { kind: 'unavailable', retryAfterMs, detail: error.message };
      case undefined:
        return { kind: 'unknown', detail: error.message };
    }
  }
}

/** Spent by this very transaction, by another one, or not known to the node any more. */
async function whereInputsWent(
  client: BitcoinClient,
  { transactionId, bytes }: SignedPayout,
  retryAfterMs: number,
): Promise<BroadcastOutcome> {
  try {
    if (typeof (await client.findTransaction(transactionId)) !== 'string') return ok(undefined);
    if ((await lookAtInputs(client, outpointsOf(bytes))) === 'spent') return refused('spent_elsewhere');
    return { kind: 'unavailable', retryAfterMs, detail: 'the node does not know what the payout spends' };
  } catch (error) {
    return { kind: 'unknown', detail: error instanceof Error ? error.message : String(error) };
  }
}
