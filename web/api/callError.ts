import type { ErrorDetail } from '@slipway/contract/envelope.ts';

/** Client-side respCodes for requests that got no response envelope. */
export const NO_ANSWER = 'network';
export const TIMED_OUT = 'timeout';

export type CallFailure = {
  readonly respCode: string;
  readonly respMessage: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly detail?: ErrorDetail | null;
};

/**
 * Thrown for every respCode except 200 and for requests without an answer. An aborted request throws a DOMException
 * named AbortError instead.
 */
export class CallError extends Error {
  override name = 'CallError';
  readonly respCode: string;
  readonly respMessage: string;
  readonly status: number;
  readonly detail: ErrorDetail | null;
  /** The app has already handled the error (another page, a toast): the caller shows nothing. */
  handled = false;

  constructor(failure: CallFailure) {
    super(failure.respMessage || failure.respCode);
    this.respCode = failure.respCode;
    this.respMessage = failure.respMessage;
    this.status = failure.status;
    this.detail = failure.detail ?? null;
  }
}

/** Returns the error of a request that got no answer. */
export function createConnectionError(): CallError {
  return new CallError({ respCode: NO_ANSWER, respMessage: '', status: 0 });
}

/**
 * Returns true if the connection failed or the answer was not JSON; false after a timeout. The server may have received the
 * request.
 */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof CallError && error.respCode === NO_ANSWER;
}

/** Like {@link isNoAnswer}, but also true after a timeout. */
export function isNoAnswerOrTimeout(error: unknown): boolean {
  return isNoAnswer(error) || (error instanceof CallError && error.respCode === TIMED_OUT);
}

/** Returns true if the request may still have been executed: no answer, or an error of a failing server or proxy. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isNoAnswerOrTimeout(error) || (error instanceof CallError && error.status >= 500);
}

/** Returns true if the server refused the call for this reason. */
export function isRefusedWith(error: unknown, key: string): boolean {
  return error instanceof CallError && error.detail?.error === key;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
