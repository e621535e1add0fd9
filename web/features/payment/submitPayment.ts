import type { CallData, CallRequest } from '@slipway/contract/calls.ts';
import { call } from '../../api/call.ts';
import { CallError, NO_ANSWER } from '../../api/callError.ts';

const AGAIN_AFTER_MS = [500, 1500, 4000] as const;

type Wait = (ms: number) => Promise<void>;

/**
 * Hands in one press of Pay. An answer that was lost is asked for again under the same submissionId, which is the same
 * attempt: nothing is charged twice. Throws the last CallError.
 */
export async function submitPayment(
  submission: CallRequest<'payOrder'>,
  wait: Wait = sleep,
): Promise<CallData<'payOrder'>> {
  for (const pause of AGAIN_AFTER_MS) {
    try {
      return await call('payOrder', submission);
    } catch (error) {
      if (!(error instanceof CallError && isUnknown(error))) throw error;
      await wait(pause);
    }
  }
  return call('payOrder', submission);
}

/** Whether the attempt may have been stored although no answer says so. */
function isUnknown({ respCode, status }: CallError): boolean {
  return respCode === NO_ANSWER || status >= 500;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
