import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@slipway/contract/calls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveBillingAddress } from '../../account/cards/billingStore.ts';
import { saveCard } from '../../account/cards/savedCardStore.ts';
import { openTestBrowser } from '../../account/testBrowser.testing.ts';
import { findTablesContaining } from '../../account/testBuyer.testing.ts';
import { sendQueuedMail } from '../../notification/mailOutboxStore.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { recordSpans } from '../../platform/tracing/recordedSpans.testing.ts';
import { refused } from '../../providers/outcome.ts';
import { updateIdentityCheck } from '../../purchase/identity/identityStore.ts';
import { buildBankEntry, createTestBank, EURO } from '../../purchase/refund/testBank.testing.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

/** Unique values: wherever one is found, it was stored or leaked. */
const SECRETS = {
  firstName: 'Quirinafirst',
  lastName: 'Zwillinglast',
  birthDate: '1957-03-19',
  city: 'Canaryville',
  purpose: 'canarypurpose',
  phone: '+4915123987654',
};
const STREET = 'Canarystreet 77';
const ZIP = 'CNRY7';
const EMAIL = 'canary.bird@canary-mail.example';
const WALLET = '0x2546BcD3c84621e976D8185a91A922aE77ECEc30';
const LABEL = 'Canarylabel';
const FINGERPRINT = 'canaryfingerprint';
const VERIFIER_WORDS = 'canarydocument 0451 is blurred';
const PAYER = 'CANARYPAYER QUIRINA';
const IBAN = 'FR1420041010050500013M02606';

/** Tables where each value may be stored unencrypted, by docs/personal-data.md; none for the others. */
const MAY_BE_STORED: Readonly<Record<string, readonly string[]>> = {
  [EMAIL]: ['access_log', 'buyers', 'login_codes', 'mail_outbox'],
  [WALLET]: ['orders', 'saved_addresses', 'mail_outbox', 'partner_sessions', 'order_events'],
  [LABEL]: ['saved_addresses'],
  [FINGERPRINT]: ['saved_cards'],
};
const CANARIES = [
  ...Object.values(SECRETS),
  STREET,
  ZIP,
  EMAIL,
  WALLET,
  LABEL,
  FINGERPRINT,
  VERIFIER_WORDS,
  PAYER,
  IBAN,
];

const lines: string[] = [];
const log = createLog('debug', { write: (line: string) => void lines.push(line) });
const spans = recordSpans();
const gateway = await openOwnGateway({ log });
const { database } = gateway;
const browser = openTestBrowser(gateway);
const codes: string[] = [];
let live: Readonly<Record<string, string>>;

afterAll(() => spans.stop());

beforeAll(async () => {
  await browser.post('sendCode', { email: EMAIL });
  codes.push(await browser.newestCode(EMAIL));
  await browser.login(EMAIL);
  const { id } = await database.one<{ id: string }>(sql`select id from buyers where email = ${EMAIL}`);
  await browser.post('addKyc', { ...calls.addKyc.example.request, ...SECRETS });
  await browser.post('addCryptoAddress', { crypto: 'ETH', address: WALLET, name: LABEL });
  const billing = { name: `${SECRETS.firstName} ${SECRETS.lastName}`, country: 'DE', city: SECRETS.city, zip: ZIP };
  await saveBillingAddress(database, id, { ...billing, address: STREET });
  const check = { provider: 'sumsub', applicantId: 'a', status: 'rejected', retryable: true } as const;
  await updateIdentityCheck(database, id, { ...check, message: VERIFIER_WORDS });
  const card = { paymentMethodId: 'pm', brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2031 };
  await saveCard(database, { id: randomUUID(), buyerId: id, card: { ...card, fingerprint: FINGERPRINT } });
  const token = await gateway.fetchQuoteToken();
  const submission = { ...etherInquiry, token, payMethod: 'credit_debit_card', address: WALLET };
  const made = await browser.post('coinOrder', submission);
  live = { token, address: WALLET, getCurrency: 'ETH', ...(made.body.data as { orderNo: string }) };
});

/** Returns requests with a person's data: in the fields that expect it, in unknown fields, and in place of any field. */
function listRequests(name: CallName): object[] {
  const { example, request } = calls[name];
  const fields = Object.keys(request.shape);
  const personalValues = { ...live, ...SECRETS, email: EMAIL, name: LABEL, address: WALLET };
  const fitting = Object.fromEntries(Object.entries(personalValues).filter(([field]) => fields.includes(field)));
  const stray = { note: STREET, billing: { address: STREET, zip: ZIP, name: SECRETS.lastName } };
  return [
    { ...example.request, ...fitting },
    { ...example.request, ...fitting, ...stray },
    ...fields.map((field) => ({ ...example.request, ...fitting, [field]: `${STREET} ${SECRETS.lastName} ${EMAIL}` })),
    ...fields.map((field) => ({ ...example.request, ...fitting, [field]: { [IBAN]: [PAYER] } })),
  ];
}

/** Calls that are not sent, since they would delete the account. */
const NOT_SENT: readonly CallName[] = ['deleteAccount'];

test('writes no personal data to logs, traces and metrics, for any call and input', async () => {
  const listed = (Object.keys(calls) as CallName[]).filter((name) => !NOT_SENT.includes(name));
  // Ends the session, so it is sent last.
  const names = [...listed.filter((name) => name !== 'expAuth'), 'expAuth'] as const;
  for (const name of names) for (const request of listRequests(name)) await browser.post(name, request);
  for (const payload of [`{"lastName":"${SECRETS.lastName}`, `${EMAIL} ${STREET}`, `["${IBAN}"]`])
    await gateway.app.inject({
      method: 'POST',
      url: `/gateway/buying/addKyc?email=${EMAIL}`,
      payload,
      headers: { 'content-type': 'application/json', 'user-agent': PAYER },
    });
  // A server fault: PostgreSQL's error has the whole row in its detail.
  await database.pool.query('alter table kyc_profiles add constraint nobody check (false) not valid');
  expect((await browser.post('addKyc', { ...calls.addKyc.example.request, ...SECRETS })).body.respCode).not.toBe('200');
  await database.pool.query('alter table kyc_profiles drop constraint nobody');
  expect(lines.length).toBeGreaterThan(50);
  await expectNoPersonalData();
});

test('logs no personal data when a mail is rejected', async () => {
  const mail = { id: 'none', send: async () => refused('rejected' as const, `${EMAIL} is unknown`) };
  await sendQueuedMail({ database, mail, keys: testKeys, log });
  expect(lines.join('')).toContain('mail not sent');
  await expectNoPersonalData();
});

test('stores payer data encrypted', async () => {
  const bank = createTestBank(database);
  await bank.deliverBookings({
    counterparty: { name: PAYER, account: IBAN },
    remittance: STREET,
    amount: createAmount(EURO, 500n),
  });
  await bank.deliver({
    entries: [buildBankEntry({ furtherText: `${PAYER} ${IBAN}`, amount: createAmount(EURO, 7n) })],
  });
  expect(await database.many(sql`select 1 from bank_entries where sealed is not null`)).not.toEqual([]);
});

test('stores each value unencrypted only in the tables that the map of personal data names', async () => {
  for (const canary of CANARIES) {
    const allowed = MAY_BE_STORED[canary] ?? [];
    const found = await findTablesContaining(gateway, canary);
    expect([canary, found.filter((table) => !allowed.includes(table))]).toEqual([canary, []]);
  }
  for (const code of codes) expect(await findTablesContaining(gateway, `"${code}"`)).toEqual([]);
});

async function expectNoPersonalData(): Promise<void> {
  const metrics = await gateway.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(metrics.statusCode).toBe(200);
  const outputs = {
    log: lines.join(''),
    metrics: metrics.body,
    spans: JSON.stringify(
      spans.ended().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    ),
  };
  for (const [where, text] of Object.entries(outputs))
    for (const canary of [...CANARIES, ...codes.map((code) => `"${code}"`)])
      expect([where, canary, text.includes(canary)]).toEqual([where, canary, false]);
}
