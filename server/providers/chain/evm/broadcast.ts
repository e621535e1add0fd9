import type { Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { SignedPayout } from '../chainPort.ts';
import { describeNodeError, type EvmClient, findReceipt, isLostAnswer, unavailable } from './client.ts';
import { classifyNodeMessage } from './evmNodeMessages.ts';

type BroadcastOutcome = Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>;

/** Sends the bytes to the node. Idempotent. */
export async function broadcastPayout(client: EvmClient, signed: SignedPayout): Promise<BroadcastOutcome> {
  try {
    await client.sendRawTransaction({ serializedTransaction: signed.bytes as Hex });
    return ok(undefined);
  } catch (error) {
    const detail = describeNodeError(error);
    const meaning = classifyNodeMessage(detail);
    switch (meaning) {
      case 'already_known':
        return ok(undefined);
      case 'spent_elsewhere':
        return resolveSpentNonce(client, signed, detail);
      case 'fee_too_low':
      case 'invalid':
        return refused(meaning, detail);
      case 'not_now':
        return unavailable(error);
      case undefined:
        return isLostAnswer(error) ? { kind: 'unknown', detail } : unavailable(error);
    }
  }
}

/** Finds out which transaction has spent the nonce: this one or another. */
async function resolveSpentNonce(client: EvmClient, signed: SignedPayout, detail: string): Promise<BroadcastOutcome> {
  try {
    const receipt = await findReceipt(client, signed.transactionId as Hex);
    return receipt ? ok(undefined) : refused('spent_elsewhere', detail);
  } catch (error) {
    return { kind: 'unknown', detail: describeNodeError(error) };
  }
}
