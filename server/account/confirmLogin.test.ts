import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { etherInquiry, openOwnGateway } from '../app/api/testGateway.testing.ts';
import { openTestBrowser, type TestBrowser } from './testBrowser.testing.ts';
import { WALLET } from './testBuyer.testing.ts';

const gateway = await openOwnGateway();
const { database } = gateway;
const ELSEWHERE = '0x52908400098527886E0F7030069857D2E4169EE7';

async function logIn(email: string): Promise<TestBrowser> {
  const browser = openTestBrowser(gateway);
  await browser.login(email);
  return browser;
}

/** Makes the last proof too old to count, and deletes the codes, so that another can be requested. */
async function expireProof(email: string): Promise<void> {
  await database.run(sql`
    update sessions set proved_at = proved_at - interval '15 minutes'
    where buyer_id = (select id from buyers where email = ${email})`);
  await database.run(sql`delete from login_codes where email = ${email}`);
}

async function confirm(browser: TestBrowser, email: string) {
  await browser.post('sendCode', { email });
  return browser.post('confirmLogin', { code: await browser.newestCode(email) });
}

async function placeOrder(browser: TestBrowser, euros: string, address: string): Promise<string> {
  const inquiry = { ...etherInquiry, sendCurrencyAmount: euros };
  const { token } = (await gateway.post('offerInquiry', inquiry)).body.data as { token: string };
  return describeOutcome(
    await browser.post('coinOrder', { ...inquiry, token, payMethod: 'credit_debit_card', address }),
  );
}

function describeOutcome({ body }: { body: { respCode: string; data: unknown } }): string {
  return (body.data as { error?: string }).error ?? body.respCode;
}

test('asks for a code before an export only if the last proof is no longer recent', async () => {
  const email = 'exported@example.com';
  const browser = await logIn(email);
  expect(describeOutcome(await browser.post('exportData'))).toBe('200');
  await expireProof(email);
  expect(describeOutcome(await browser.post('exportData'))).toBe('confirmation_needed');
  expect(describeOutcome(await browser.post('authInfo'))).toBe('200');
  expect(describeOutcome(await confirm(browser, email))).toBe('200');
  expect(describeOutcome(await browser.post('exportData'))).toBe('200');
});

test('rejects a wrong code and another buyer’s code', async () => {
  const email = 'unproved@example.com';
  const browser = await logIn(email);
  await expireProof(email);
  await browser.post('sendCode', { email });
  const code = await browser.newestCode(email);
  expect(describeOutcome(await browser.post('confirmLogin', { code: code === '000000' ? '000001' : '000000' }))).toBe(
    'code_invalid',
  );
  await browser.post('sendCode', { email: 'thief@example.com' });
  const own = await browser.newestCode('thief@example.com');
  if (own !== code) expect(describeOutcome(await browser.post('confirmLogin', { code: own }))).toBe('code_invalid');
  expect(describeOutcome(await browser.post('exportData'))).toBe('confirmation_needed');
});

test('accepts a recent proof instead of a code for a deletion', async () => {
  const email = 'deleted@example.com';
  const browser = await logIn(email);
  await expireProof(email);
  expect(describeOutcome(await browser.post('deleteAccount'))).toBe('confirmation_needed');
  await confirm(browser, email);
  expect(describeOutcome(await browser.post('deleteAccount'))).toBe('200');
});

test('asks for a confirmation before a large order to a new address unless the last proof is recent', async () => {
  const email = 'first@example.com';
  const browser = await logIn(email);
  expect(await placeOrder(browser, '400', WALLET)).toBe('200');
  await expireProof(email);
  expect(await placeOrder(browser, '400', ELSEWHERE)).toBe('confirmation_needed');
  await confirm(browser, email);
  expect(await placeOrder(browser, '280', ELSEWHERE)).toBe('200');
});

test('adds up a day’s small orders to new addresses, without cancelled ones', async () => {
  const email = 'small@example.com';
  const browser = await logIn(email);
  await expireProof(email);
  expect(await placeOrder(browser, '120', WALLET)).toBe('200');
  expect(await placeOrder(browser, '120', WALLET)).toBe('200');
  expect(await placeOrder(browser, '120', ELSEWHERE)).toBe('confirmation_needed');
  await database.run(sql`update orders set status = 'cancelled'`);
  expect(await placeOrder(browser, '120', ELSEWHERE)).toBe('200');
});

test('treats an address as known one day after coins were delivered to it', async () => {
  const email = 'regular@example.com';
  const browser = await logIn(email);
  await placeOrder(browser, '100', WALLET);
  await database.run(sql`update orders set status = 'delivered' where address = ${WALLET}`);
  await expireProof(email);
  expect(await placeOrder(browser, '400', WALLET)).toBe('confirmation_needed');
  await database.run(sql`update orders set created_at = created_at - interval '1 day'`);
  expect(await placeOrder(browser, '400', WALLET)).toBe('confirmation_needed');
  await database.run(sql`update orders set updated_at = updated_at - interval '1 day'`);
  expect(await placeOrder(browser, '400', WALLET)).toBe('200');
  expect(await placeOrder(browser, '400', ELSEWHERE)).toBe('confirmation_needed');
});

test('does not ask a guest, who has no session', async () => {
  expect(await placeOrder(openTestBrowser(gateway), '400', WALLET)).toBe('200');
});
