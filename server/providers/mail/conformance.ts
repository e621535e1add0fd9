import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail, MailSender } from './mailPort.ts';

/**
 * Fault of the next message: `reject` is a permanent error, `busy` a temporary one. The others break the connection before
 * or after the message is accepted.
 */
export type MailFault = 'lose_answer_before' | 'lose_answer_after' | 'reject' | 'busy';

/** A sender together with the vendor or its sandbox. */
export type MailSubject = {
  readonly sender: MailSender;
  /** Returns the messages that arrived for an address. */
  listArrived(to: string): readonly { readonly subject: string; readonly text: string }[];
  inject(fault: MailFault): void;
  /** Returns a sender whose vendor cannot be reached. */
  createUnreachableSender(): MailSender;
  stop(): Promise<void>;
};

/** Registers the tests that every mail sender must pass. */
export function mailConformance(name: string, open: () => Promise<MailSubject>): void {
  describe(`${name} as a mail sender`, () => {
    let subject: MailSubject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.stop());

    function createMail(changes: Partial<Mail> = {}): Mail {
      const text = 'It is 123456.';
      return { messageId: 'message-1', to: 'buyer@mail.example', subject: 'Your code', text, ...changes };
    }

    test('delivers a mail completely', async () => {
      const mail = createMail({ subject: 'Grüße 验证码', text: 'Line one\n.\n\nGrüße, 您的验证码 123456' });
      expect(await subject.sender.send(mail)).toEqual({ kind: 'ok', value: undefined });
      expect(subject.listArrived(mail.to)).toMatchObject([{ subject: mail.subject, text: mail.text }]);
    });

    test('returns unknown if the response is lost after delivery, and delivers once when repeated', async () => {
      const mail = createMail({ to: 'lost@mail.example', messageId: 'lost@slipway.example' });
      subject.inject('lose_answer_after');
      expect((await subject.sender.send(mail)).kind).toBe('unknown');
      expect(subject.listArrived(mail.to)).toHaveLength(1);
      expect((await subject.sender.send(mail)).kind).toBe('ok');
      expect(subject.listArrived(mail.to)).toHaveLength(1);
    });

    test('returns unknown if the connection breaks before delivery, and delivers nothing', async () => {
      const mail = createMail({ to: 'cut@mail.example' });
      subject.inject('lose_answer_before');
      expect((await subject.sender.send(mail)).kind).toBe('unknown');
      expect(subject.listArrived(mail.to)).toEqual([]);
    });

    test('returns refused for a permanent error and unavailable for a temporary one', async () => {
      subject.inject('reject');
      expect(await subject.sender.send(createMail())).toMatchObject({ kind: 'refused', reason: 'rejected' });
      subject.inject('busy');
      expect((await subject.sender.send(createMail())).kind).toBe('unavailable');
    });

    test('is unavailable when the vendor cannot be reached', async () => {
      expect((await subject.createUnreachableSender().send(createMail())).kind).toBe('unavailable');
    });

    test('sends to one recipient only, and allows no header injection', async () => {
      await subject.sender.send(createMail({ to: 'one@mail.example, two@mail.example', messageId: 'message-3' }));
      expect(subject.listArrived('two@mail.example')).toEqual([]);
      await subject.sender.send(
        createMail({ to: 'three@mail.example', messageId: 'message-4', subject: 'A\r\nBcc: four@mail.example' }),
      );
      expect(subject.listArrived('three@mail.example')).toHaveLength(1);
      expect(subject.listArrived('four@mail.example')).toEqual([]);
    });
  });
}
