import type { Outcome } from '../../outcome.ts';

const RETRY_AFTER_MS = 10_000;

/** What nodemailer says of a failed sending (https://nodemailer.com/errors). */
type SendingFault = {
  readonly code?: string;
  readonly command?: string;
  /** The server's own number, when it said one. */
  readonly responseCode?: number | false;
  /** The system's word for a socket that failed. */
  readonly originalCode?: string;
  readonly timeoutType?: string;
};

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);

/** Faults of our own set-up or of the connection's beginning: no letter has left. */
const BEFORE_THE_LETTER = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONFIG', 'EPROXY']);

/**
 * `rejected` only for a permanent no (5xx) to the recipient or the letter; a no to our name or login is about us, and may
 * be mended. A connection that breaks later leaves it unknown whether the server took the letter: sent again, it bears
 * the same message id.
 */
export function toOutcome(error: unknown): Outcome<never, 'rejected'> {
  const fault = error as SendingFault;
  const { code = '', command = '' } = fault;
  const said = fault.responseCode || 0;
  const detail = `mail server: ${[code, command, said || ''].filter(Boolean).join(' ')}`;
  const unavailable = { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail } as const;

  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    // Without the server's word it was nodemailer that could not make sense of the recipient.
    const permanent = said === 0 ? code === 'EENVELOPE' : said >= 500;
    return permanent && command !== 'MAIL FROM' ? { kind: 'refused', reason: 'rejected', detail } : unavailable;
  }
  const reason = fault.originalCode ?? fault.timeoutType ?? '';
  if (said > 0 || BEFORE_THE_LETTER.has(code) || NOT_CONNECTED.has(reason)) return unavailable;
  return { kind: 'unknown', detail };
}
