import type { ConsoleCallData, ConsoleCallName, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import type { ErrorDetail } from '@slipway/contract/envelope.ts';
import { combineSignals } from '@slipway/look/combineSignals.ts';
import { observeServerDate } from './serverClock.ts';

const PATH = '/gateway/console';
const TIMEOUT_MS = 30_000;
const RESP_OK = '200';

/** What the server said to a call, or that it said nothing. */
export class ConsoleCallError extends Error {
  override name = 'ConsoleCallError';
  /** Undefined where no answer came. */
  readonly key: ErrorDetail['error'] | undefined;

  constructor(message: string, key?: ErrorDetail['error']) {
    super(message);
    this.key = key;
  }
}

type Refused = (key: ErrorDetail['error']) => void;

let onRefused: Refused = () => undefined;

/** Hears of every refusal, before whoever asked: a session may be over or locked. */
export function listenToRefusals(listener: Refused): void {
  onRefused = listener;
}

/** Asks the server and gives its data. Throws {@link ConsoleCallError}, or an AbortError when the signal was used. */
export async function consoleCall<Name extends ConsoleCallName>(
  name: Name,
  request: ConsoleCallRequest<Name>,
  signal?: AbortSignal,
): Promise<ConsoleCallData<Name>> {
  const { respCode, respMessage, data } = await answerOf(name, request, signal);
  if (respCode === RESP_OK) return data as ConsoleCallData<Name>;
  const { error } = data as ErrorDetail;
  onRefused(error);
  throw new ConsoleCallError(respMessage, error);
}

type Envelope = { readonly respCode: string; readonly respMessage: string; readonly data: unknown };

async function answerOf(name: string, request: unknown, signal?: AbortSignal): Promise<Envelope> {
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
    throw new ConsoleCallError('The console’s server did not answer. What you see may be old; nothing was sent twice.');
  }
}
