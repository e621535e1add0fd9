import type { ErrorDetail } from '@slipway/contract/envelope.ts';
import { combineSignals } from '@slipway/look/combineSignals.ts';
import { observeServerDate } from './serverClock.ts';

const TIMEOUT_MS = 30_000;
const RESP_OK = '200';

/** A refusal by the server, or the lack of an answer. */
export class CallError extends Error {
  override name = 'CallError';
  /** Undefined if no answer came. */
  readonly key: ErrorDetail['error'] | undefined;

  constructor(message: string, key?: ErrorDetail['error']) {
    super(message);
    this.key = key;
  }
}

export type PostedCall = {
  /** Path with the name of the call. */
  readonly path: string;
  readonly request: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Message of the error if no answer came. */
  readonly unanswered: string;
};

type Envelope = { readonly respCode: string; readonly respMessage: string; readonly data: unknown };

/**
 * Calls the server and returns its data. Throws {@link CallError}, or an AbortError if the signal is aborted. Every answer
 * also corrects the server clock.
 */
export async function postCall(call: PostedCall): Promise<unknown> {
  const { respCode, respMessage, data } = await fetchAnswer(call);
  if (respCode === RESP_OK) return data;
  throw new CallError(respMessage, (data as ErrorDetail).error);
}

async function fetchAnswer({ path, request, signal, unanswered }: PostedCall): Promise<Envelope> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: signal ? combineSignals(signal, timeout) : timeout,
    });
    observeServerDate(answer.headers.get('date'));
    return (await answer.json()) as Envelope;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(unanswered);
  }
}
