import type { ConsoleCallData, ConsoleCallName, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import type { ErrorDetail } from '@slipway/contract/envelope.ts';
import { combineSignals } from '@slipway/look/combineSignals.ts';
import { observeServerDate } from './serverClock.ts';

const PATH = '/gateway/console';
const TIMEOUT_MS = 30_000;
const RESP_OK = '200';

/** A refusal by the server, or the lack of an answer. */
export class ConsoleCallError extends Error {
  override name = 'ConsoleCallError';
  /** Undefined if no answer came. */
  readonly key: ErrorDetail['error'] | undefined;

  constructor(message: string, key?: ErrorDetail['error']) {
    super(message);
    this.key = key;
  }
}

type RefusalListener = (key: ErrorDetail['error']) => void;

let refusalListener: RefusalListener = () => undefined;

/** Sets the listener that is called for every refusal, before the caller: the session may have ended or be locked. */
export function setRefusalListener(listener: RefusalListener): void {
  refusalListener = listener;
}

/** Calls the server and returns its data. Throws {@link ConsoleCallError}, or an AbortError when the signal was used. */
export async function consoleCall<Name extends ConsoleCallName>(
  name: Name,
  request: ConsoleCallRequest<Name>,
  signal?: AbortSignal,
): Promise<ConsoleCallData<Name>> {
  const { respCode, respMessage, data } = await fetchAnswer(name, request, signal);
  if (respCode === RESP_OK) return data as ConsoleCallData<Name>;
  const { error } = data as ErrorDetail;
  refusalListener(error);
  throw new ConsoleCallError(respMessage, error);
}

type Envelope = { readonly respCode: string; readonly respMessage: string; readonly data: unknown };

async function fetchAnswer(name: string, request: unknown, signal?: AbortSignal): Promise<Envelope> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(`${PATH}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: signal ? combineSignals(signal, timeout) : timeout,
    });
    observeServerDate(answer.headers.get('date'));
    return (await answer.json()) as Envelope;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConsoleCallError(
      'The console server did not respond. Data may be out of date. Nothing was submitted twice.',
    );
  }
}
