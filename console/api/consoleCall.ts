import type { ConsoleCallData, ConsoleCallName, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import type { ErrorDetail } from '@slipway/contract/envelope.ts';
import { CallError, postCall } from './postCall.ts';

const PATH = '/gateway/console';

/** `sentAt`: when the refused call was sent, by `performance.now()`. */
type RefusalListener = (key: ErrorDetail['error'], sentAt: number) => void;

let refusalListener: RefusalListener = () => undefined;

/** Sets the listener that is called for every refusal, before the call throws: the session may have ended or be locked. */
export function setRefusalListener(listener: RefusalListener): void {
  refusalListener = listener;
}

/** Calls the server and returns its data. Throws {@link CallError}, or an AbortError if `signal` is aborted. */
export async function consoleCall<Name extends ConsoleCallName>(
  name: Name,
  request: ConsoleCallRequest<Name>,
  signal?: AbortSignal,
): Promise<ConsoleCallData<Name>> {
  const sentAt = performance.now();
  try {
    const unanswered =
      'The console server did not respond. Data may be out of date. If you submitted something, check whether it arrived.';
    return (await postCall({ path: `${PATH}/${name}`, request, signal, unanswered })) as ConsoleCallData<Name>;
  } catch (error) {
    if (error instanceof CallError && error.key !== undefined) refusalListener(error.key, sentAt);
    throw error;
  }
}
