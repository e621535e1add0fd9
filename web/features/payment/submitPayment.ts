import type { CallData, CallRequest } from '@slipway/contract/calls.ts';
import { call } from '../../api/call.ts';
import { CallError, isNoAnswer } from '../../api/callError.ts';
import { currentConnection } from '../../api/connection.ts';
import { waitForConnection } from '../../api/waitForConnection.ts';

const AGAIN_AFTER_MS = [500, 1500, 4000] as const;

type Waiting = {
  readonly sleep: (ms: number) => Promise<void>;
  /** Where the browser has no network: resolves when the server has answered again. */
  readonly connected: () => Promise<void>;
};

const waiting: Waiting = {
  sleep,
  connected: async () => {
    if (currentConnection() === 'offline') await waitForConnection(() => currentConnection() === 'good');
  },
};

/**
 * Hands in one press of Pay. An answer that was lost is asked for again under the same submissionId, which is the same
 * attempt: nothing is charged twice. While there is no network it waits for one. Throws the last CallError.
 */
export async function submitPayment(
  submission: CallRequest<'payOrder'>,
  { sleep: pauseFor, connected }: Waiting = waiting,
): Promise<CallData<'payOrder'>> {
  for (let sent = 0; ; sent += 1) {
    try {
      return await call('payOrder', submission);
    } catch (error) {
      const pause = AGAIN_AFTER_MS[sent];
      if (pause === undefined || !mayBeStored(error)) throw error;
      await pauseFor(pause);
      await connected();
    }
  }
}

/** Whether the attempt may have been stored although no answer says so. After a whole time-out the buyer is on another page. */
function mayBeStored(error: unknown): boolean {
  return isNoAnswer(error) || (error instanceof CallError && error.status >= 500);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
