import type { Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { SignedPayout } from '../chainPort.ts';
import { describeNodeError, type EvmClient, findReceipt, isLostAnswer, unavailable } from './client.ts';
import { classifyNodeMessage } from './evmNodeMessages.ts';

/** Sends the bytes to the node. Idempotent. */
export async function broadcastPayout(
  client: EvmClient,
  signed: SignedPayout,
): Promise<Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>> {
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
        return (await isMined(client, signed)) ? ok(undefined) : refused(meaning, detail);
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

async function isMined(client: EvmClient, signed: SignedPayout): Promise<boolean> {
  try {
    return (await findReceipt(client, signed.transactionId as Hex)) !== undefined;
  } catch {
    return false;
  }
}
