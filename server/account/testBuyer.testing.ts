import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { etherInquiry, type TestAnswer, type TestGateway } from '../app/api/testGateway.testing.ts';
import { updateIdentityCheck } from '../purchase/identity/identityStore.ts';
import { saveBillingAddress } from './cards/billingStore.ts';
import { saveCard } from './cards/savedCardStore.ts';
import { openTestBrowser, type TestBrowser } from './testBrowser.testing.ts';

export const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

export type TestBuyer = {
  readonly gateway: TestGateway;
  readonly browser: TestBrowser;
  readonly email: string;
  readonly buyerId: string;
  readonly lastName: string;
  readonly paymentMethodId: string;
};

/** Creates a buyer with a session, details, an identity check, a saved address, a billing address and a saved card. */
export async function createTestBuyer(gateway: TestGateway, name: string): Promise<TestBuyer> {
  const email = `${name}@example.com`;
  const browser = openTestBrowser(gateway);
  await browser.login(email);
  const { buyerId } = await gateway.database.one<{ buyerId: string }>(
    sql`select id as "buyerId" from buyers where email = ${email} and closed_at is null`,
  );
  const lastName = `Surname${name}`;
  const paymentMethodId = `pm_${name}`;
  await browser.post('addKyc', { ...calls.addKyc.example.request, lastName, city: `City${name}` });
  await browser.post('addCryptoAddress', { crypto: 'ETH', address: WALLET, name: `Wallet${name}` });
  await saveBillingAddress(gateway.database, buyerId, {
    name: `Billing ${name}`,
    country: 'DE',
    city: 'Berlin',
    zip: '10115',
    address: `Street of ${name} 1`,
  });
  await updateIdentityCheck(gateway.database, buyerId, {
    provider: 'sumsub',
    applicantId: `applicant of ${name}`,
    status: 'accepted',
    retryable: false,
    message: '',
  });
  await saveCard(gateway.database, {
    id: `card_${randomUUID()}`,
    buyerId,
    card: {
      paymentMethodId,
      brand: 'visa',
      last4: '4242',
      expiryMonth: 8,
      expiryYear: 2031,
      fingerprint: `finger ${name}`,
    },
  });
  return { gateway, browser, email, buyerId, lastName, paymentMethodId };
}

export type BuyerOrderStatus = 'cancelled' | 'delivered' | 'awaiting_payment';

/** Creates an order of this buyer in this state, with a declined payment attempt; a delivered order is captured. */
export async function createBuyerOrder(
  { gateway, browser, buyerId, paymentMethodId }: TestBuyer,
  status: BuyerOrderStatus,
): Promise<string> {
  const made = await browser.post('coinOrder', {
    ...etherInquiry,
    token: await gateway.fetchQuoteToken(),
    payMethod: 'credit_debit_card',
    address: WALLET,
  });
  if (made.body.respCode !== '200') throw new Error(made.body.respMessage);
  const { orderNo } = made.body.data as { orderNo: string };
  await gateway.database.run(sql`
    insert into payment_attempts (id, order_id, submission_id, save_card, status, payment_method_id, brand, last4, fingerprint,
      saved_card_id, created_at, updated_at)
    select ${randomUUID()}, id, ${randomUUID()}, true, 'declined', ${paymentMethodId}, 'visa', '4242', 'finger of attempt',
      (select id from saved_cards where buyer_id = ${buyerId}), slipway_now(), slipway_now()
    from orders where order_no = ${orderNo}`);
  await gateway.database.run(sql`update orders set client_address = '203.0.113.9' where order_no = ${orderNo}`);
  if (status === 'cancelled') await browser.post('cancelOrder', { orderNo });
  if (status === 'delivered')
    await gateway.database.run(sql`
      update orders set status = 'delivered', captured_units = pay_units, deadline_at = null, updated_at = slipway_now()
      where order_no = ${orderNo}`);
  return orderNo;
}

export async function requestFreshCode({ gateway, browser, email }: TestBuyer): Promise<string> {
  await gateway.database.run(sql`delete from login_codes where email = ${email}`);
  await browser.post('sendCode', { email });
  return browser.newestCode(email);
}

export async function deleteOwnAccount(buyer: TestBuyer): Promise<TestAnswer> {
  return buyer.browser.post('deleteAccount', { code: await requestFreshCode(buyer) });
}

/** Returns the whole database as text, by table. */
async function dumpDatabase(gateway: TestGateway): Promise<Map<string, string>> {
  const tables = await gateway.database.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await gateway.database.pool.query<{ text: string | null }>(
      `select string_agg(to_jsonb(t)::text, ' ') as text from "${name}" t`,
    );
    found.set(name, rows[0]?.text ?? '');
  }
  return found;
}

/** Returns the names of the tables that contain a text, in alphabetical order. */
export async function findTablesContaining(gateway: TestGateway, text: string): Promise<string[]> {
  return [...(await dumpDatabase(gateway))]
    .filter(([, rows]) => rows.includes(text))
    .map(([name]) => name)
    .toSorted();
}
