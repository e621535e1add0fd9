import type { Outcome } from '../../outcome.ts';

const RETRY_AFTER_MS = 10_000;

/** nodemailer's error of a failed sending (https://nodemailer.com/errors). */
type SendingFault = {
  readonly code?: string;
  readonly command?: string;
  /** The server's reply code, if it sent one. */
  readonly responseCode?: number | false;
  /** The system's error code of a failed socket. */
  readonly originalCode?: string;
  readonly timeoutType?: string;
};

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);

/** Errors of configuration or connecting: no message was sent. */
const UNSENT_ERRORS = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONFIG', 'EPROXY']);

/**
 * Maps an error. `rejected` only for a permanent reply (5xx) to the recipient or the message, and for a recipient that is
 * malformed; a rejected sender or login is the operator's problem and can be fixed. If an established connection breaks, it
 * is unknown whether the server accepted the message: a retry has the same message id.
 */
export function toSendingOutcome(error: unknown): Outcome<never, 'rejected'> {
  const fault = error as SendingFault;
  const { code = '', command = '' } = fault;
  const responseCode = fault.responseCode || 0;
  const detail = `mail server: ${[code, command, responseCode || ''].filter(Boolean).join(' ')}`;
  const unavailable = { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail } as const;

  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    // Without a reply code nodemailer itself found the recipient malformed.
    const permanent = responseCode === 0 ? code === 'EENVELOPE' : responseCode >= 500;
    return permanent && command !== 'MAIL FROM' ? { kind: 'refused', reason: 'rejected', detail } : unavailable;
  }
  const reason = fault.originalCode ?? fault.timeoutType ?? '';
  if (responseCode > 0 || UNSENT_ERRORS.has(code) || NOT_CONNECTED.has(reason)) return unavailable;
  return { kind: 'unknown', detail };
}
