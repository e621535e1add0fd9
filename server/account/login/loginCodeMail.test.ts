import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { sendQueuedMail } from '../../notification/mailOutboxStore.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { PurposeKeys } from '../../platform/secrets.ts';
import type { Mail } from '../../providers/mail/mailPort.ts';
import { ok } from '../../providers/outcome.ts';
import { openTestBrowser } from '../testBrowser.testing.ts';

const gateway = await openOwnGateway();

/** Returns all that the outbox stores of emails to an address, as a reader of the database sees it. */
async function readOutbox(email: string): Promise<string> {
  const rows = await gateway.database.many<{ row: string }>(sql`
    select m::text || coalesce(encode(sealed, 'escape'), '') as row from mail_outbox m where recipient = ${email}`);
  return rows.map(({ row }) => row).join('\n');
}

async function sendWith(mailOutbox: PurposeKeys): Promise<Mail[]> {
  const sent: Mail[] = [];
  const send = async (mail: Mail) => {
    sent.push(mail);
    return ok(undefined);
  };
  const { database } = gateway;
  await sendQueuedMail({ database, mail: { id: 'kept', send }, keys: { mailOutbox }, log: createLog('silent') });
  return sent;
}

test('stores a login code encrypted in the outbox and deletes it after sending', async () => {
  const email = 'sealed@example.com';
  const browser = openTestBrowser(gateway);
  await browser.post('sendCode', { email });
  const code = await browser.newestCode(email);
  expect(await readOutbox(email)).not.toContain(code);

  const [mail, ...others] = await sendWith(testKeys.mailOutbox);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: email, subject: expect.stringContaining(code) as string });
  expect(mail?.text.slice(0, 6)).toBe(code);
  expect(await readOutbox(email)).not.toContain(code);
  expect(
    await gateway.database.one(sql`select sealed, subject, body, sent_at is not null as sent from mail_outbox`),
  ).toEqual({ sealed: null, subject: '', body: '', sent: true });
});

test('skips an email that another secret encrypted and still sends the others', async () => {
  const [first, second] = ['former@example.com', 'latter@example.com'];
  await openTestBrowser(gateway).post('sendCode', { email: first });
  expect(await sendWith([new Uint8Array(32)])).toEqual([]);
  await openTestBrowser(gateway).post('sendCode', { email: second });
  expect((await sendWith(testKeys.mailOutbox)).map(({ to }) => to)).toEqual([second]);
});
