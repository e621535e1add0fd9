import type { MailSender } from './mailPort.ts';

const RETRY_AFTER_MS = 60_000;

/** Of a process that sends no mail, as an api: what is queued waits for a worker. */
export const absentMail: MailSender = {
  id: 'none',
  send: async () => ({ kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: 'no mail server is configured' }),
};
