import type { Outcome } from '../outcome.ts';

export type Mail = {
  /** Stable for one message: sent twice after a lost answer, the receiver's server may tell that they are one. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

export interface MailSender {
  readonly id: string;
  send(mail: Mail): Promise<Outcome<void, 'rejected'>>;
}
