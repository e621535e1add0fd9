import type { MailSender } from './mailPort.ts';

const RETRY_AFTER_MS = 60_000;

/** Sender of a process that sends no mail, such as an api: queued mail waits for a worker. */
export const absentMail: MailSender = {
  id: 'none',
  send: async () => ({ kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: 'this process has no mail server' }),
};
