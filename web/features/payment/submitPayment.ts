import type { CallData, CallRequest } from '@slipway/contract/calls.ts';
import { call } from '../../api/call.ts';
import { CallError, isNoAnswer } from '../../api/callError.ts';
import { getConnection } from '../../api/connection.ts';
import { waitForConnection } from '../../api/waitForConnection.ts';

const RETRY_DELAYS_MS = [500, 1500, 4000] as const;

type RetryWaits = {
  readonly sleep: (ms: number) => Promise<void>;
  /** Resolves at once or, if the browser is offline, when the server has answered again. */
  readonly connected: () => Promise<void>;
};

const defaultWaits: RetryWaits = {
  sleep,
  connected: async () => {
    if (getConnection() === 'offline') await waitForConnection(() => getConnection() === 'good');
  },
};

/**
 * Submits one press of Pay. After a lost answer or a server error, sends it up to three times again with the same submissionId,
 * which identifies the same attempt, so nothing is charged twice. While offline it waits for the connection. Throws the last
 * CallError.
 */
export async function submitPayment(
  submission: CallRequest<'payOrder'>,
  { sleep: pauseFor, connected }: RetryWaits = defaultWaits,
): Promise<CallData<'payOrder'>> {
  for (let sent = 0; ; sent += 1) {
    try {
      return await call('payOrder', submission);
    } catch (error) {
      const pause = RETRY_DELAYS_MS[sent];
      if (pause === undefined || !mayBeStored(error)) throw error;
      await pauseFor(pause);
      await connected();
    }
  }
}

/**
 * Returns true if the server may have stored the attempt without answering. False after a timeout, which leads the buyer to
 * another page.
 */
function mayBeStored(error: unknown): boolean {
  return isNoAnswer(error) || (error instanceof CallError && error.status >= 500);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
