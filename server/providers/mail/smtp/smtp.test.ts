import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailStandIn, startMail } from '../../../../sandbox/mail/start.ts';
import { createSandboxClock } from '../../../../sandbox/world/clock.ts';
import { createFaults, type Fault } from '../../../../sandbox/world/faults.ts';
import { type MailFault, mailConformance } from '../conformance.ts';
import type { Mail, MailSender } from '../mailPort.ts';
import { smtpConfigSchema } from './manifest.ts';
import { toSendingOutcome } from './map.ts';
import { createSmtpSender } from './smtp.ts';

const faults = createFaults();
const clock = createSandboxClock();
let dataDir: string;
let standIn: MailStandIn;
let sender: MailSender;

const startStandIn = () => startMail({ dataDir, clock, faults, productUrl: 'http://127.0.0.1:1' }, 0);
const createSenderTo = (url: string) =>
  createSmtpSender(smtpConfigSchema.parse({ url, from: 'Slipway <no-reply@slipway.example>' }));

function createMail(changes: Partial<Mail> = {}): Mail {
  return { messageId: 'message-1', to: 'buyer@mail.example', subject: 'Your code', text: 'It is 123456.', ...changes };
}

function injectFault(effect: Fault['effect']): void {
  faults.replace([{ standIn: 'mail', call: 'DATA', effect, after: 0, times: 1 }]);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slipway-mail-'));
  standIn = await startStandIn();
  sender = createSenderTo(standIn.url);
});

afterAll(async () => {
  await standIn.stop();
  await rm(dataDir, { recursive: true });
});

beforeEach(() => faults.replace([]));

test('sends nothing without TLS when requireTLS is set', async () => {
  const to = 'clear@mail.example';
  expect(await createSenderTo(`${standIn.url}?requireTLS=true`).send(createMail({ to }))).toMatchObject({
    kind: 'unavailable',
  });
  expect(standIn.list(to)).toEqual([]);
});

test('delivers mails completely; the stand-in lists the newest first and keeps them after a restart', async () => {
  const to = 'Whole@mail.example';
  const text = 'Line one\n.\n\nGrüße, 您的验证码 123456';
  expect(await sender.send(createMail({ to, subject: 'Grüße 验证码', text }))).toEqual({
    kind: 'ok',
    value: undefined,
  });
  await sender.send(createMail({ to, messageId: 'message-2', subject: 'Second' }));
  const mails = standIn.list('whole@MAIL.example');
  expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'Grüße 验证码']);
  expect(mails[1]).toEqual({ subject: 'Grüße 验证码', text, at: expect.stringMatching(/^\d{4}-.*Z$/) });

  await standIn.stop();
  standIn = await startStandIn();
  sender = createSenderTo(standIn.url);
  expect(standIn.list(to)).toEqual(mails);
  expect(standIn.list('somebody.else@mail.example')).toEqual([]);
});

/** The sandbox's fault for each fault of a message. */
const FAULTS = {
  lose_answer_before: 'lose_answer_before',
  lose_answer_after: 'lose_answer_after',
  reject: 'answer_500',
  busy: 'answer_429',
} as const satisfies Record<MailFault, Fault['effect']>;

mailConformance('SMTP', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-mail-'));
  const own = await startMail({ dataDir: folder, clock, faults, productUrl: 'http://127.0.0.1:1' }, 0);
  return {
    sender: createSenderTo(own.url),
    listArrived: own.list,
    inject: (fault) => injectFault(FAULTS[fault]),
    createUnreachableSender: () => createSenderTo('smtp://127.0.0.1:1'),
    async stop() {
      await own.stop();
      await rm(folder, { recursive: true });
    },
  };
});

test.each([
  ['no such mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'refused'],
  ['mailbox busy', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }, 'unavailable'],
  ['sender refused', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, 'unavailable'],
  ['wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'unavailable'],
  ['no such host', { code: 'EDNS', command: 'CONN' }, 'unavailable'],
  ['greeting timeout', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' }, 'unavailable'],
  ['socket timeout', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' }, 'unknown'],
  ['anything else', new Error('surprise'), 'unknown'],
])('toSendingOutcome of "%s" (%j) is %s', (_name, fault, kind) => {
  expect(toSendingOutcome(fault).kind).toBe(kind);
});

test.each(['smtp://localhost', 'smtps://user:secret@mail.example:465'])('%s is accepted as a server URL', (url) => {
  expect(smtpConfigSchema.safeParse({ url, from: 'a@b.example' }).success).toBe(true);
});

test.each([
  ['http://localhost', 'a@b.example'],
  ['smtp://localhost', 'nobody'],
  ['smtp://localhost', 'a@b.example\r\nBcc: c@d.example'],
])('%s from %j is refused as configuration', (url, from) => {
  expect(smtpConfigSchema.safeParse({ url, from }).success).toBe(false);
});
