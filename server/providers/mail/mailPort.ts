import type { Outcome } from '../outcome.ts';

export type Mail = {
  /**
   * Constant for one message: if it is sent twice after a lost answer, the receiver's server can recognize the
   * duplicate.
   */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

export interface MailSender {
  readonly id: string;
  send(mail: Mail): Promise<Outcome<void, 'rejected'>>;
}
