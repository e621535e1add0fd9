import type { ErrorDetail } from '@slipway/contract/envelope.ts';

/** respCodes of our own for requests that got no envelope. */
export const NO_ANSWER = 'network';
export const TIMED_OUT = 'timeout';

export type CallFailure = {
  readonly respCode: string;
  readonly respMessage: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly detail?: ErrorDetail | null;
};

/** Any answer but respCode 200, and no answer at all. An aborted request is a DOMException named AbortError instead. */
export class CallError extends Error {
  override name = 'CallError';
  readonly respCode: string;
  readonly respMessage: string;
  readonly status: number;
  readonly detail: ErrorDetail | null;
  /** The whole app has already reacted (another page, a toast): the caller shows nothing more. */
  handled = false;

  constructor(failure: CallFailure) {
    super(failure.respMessage || failure.respCode);
    this.respCode = failure.respCode;
    this.respMessage = failure.respMessage;
    this.status = failure.status;
    this.detail = failure.detail ?? null;
  }
}

/** The error of a call without an answer, for requests that are no calls. */
export function connectionLost(): CallError {
  return new CallError({ respCode: NO_ANSWER, respMessage: '', status: 0 });
}

/** The request may or may not have reached the server: nothing came back. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof CallError && error.respCode === NO_ANSWER;
}

/** As {@link isNoAnswer}, after a moment or after the whole time that a request may take. */
export function isUnanswered(error: unknown): boolean {
  return isNoAnswer(error) || (error instanceof CallError && error.respCode === TIMED_OUT);
}

/** What was asked may have been done all the same: no answer, or the word of a server, or of a proxy, that failed on the way. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof CallError && error.status >= 500);
}

/** Whether the server refused the call for this reason. */
export function isRefusedWith(error: unknown, key: string): boolean {
  return error instanceof CallError && error.detail?.error === key;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
