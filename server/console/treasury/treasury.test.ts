import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { executeTreasuryRequests } from '../../operator/requests/executeTreasuryRequests.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { buildBankEntry, createTestBank } from '../../purchase/refund/testBank.testing.ts';
import { saveBalanceReadings } from '../../treasury/forecast/balanceReadingStore.ts';
import { saveOwnAddress } from '../../treasury/withdrawal/allowedAddressStore.ts';
import { startSending, updateWithdrawalStatus } from '../../treasury/withdrawal/withdrawalStore.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const { catalog } = world.context.settings();
const BITCOIN = catalog.cryptos.get('BTC')?.network.chain ?? '';
const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const WHOLE = 10n ** 18n;
const [tess, tom, vera] = [world.createVisitor('tess'), world.createVisitor('tom'), world.createVisitor('vera')];

const executeRequests = () =>
  executeTreasuryRequests({
    database: roleDatabase(database, 'worker'),
    venue: { id: 'fake' },
    catalog,
    chains: new Map(),
    screening: { isDenied: () => false },
    log: createLog('silent'),
    rootKeys: world.persons.rootKeys,
    isSandbox: true,
  });

const preview = (
  kind: 'withdraw' | 'top-up' | 'swap' | 'allow-address' | 'return' | 'recover',
  fields: Record<string, string>,
  by = tess,
) => by.call('previewMove', { kind, fields });
type Offered = Awaited<ReturnType<typeof preview>>['act'];
const submitRequest = ({ act, action, subject, input }: Offered, by = tess) =>
  by.requestAction(act, { action, subject, input });

/** Stores a price that stays fresh however long a test takes. */
async function storePrice(mid: string): Promise<void> {
  await database.run(sql`
    insert into market_prices (base, quote, mid, sources, trusted, observed_at)
    values ('BTC', 'EUR', ${mid}, '{a,b}', true, now() + interval '1 hour')
    on conflict (base, quote) do update set mid = excluded.mid, observed_at = excluded.observed_at`);
}

beforeAll(async () => {
  await saveOwnAddress(database, { network: BITCOIN, address: OWN, written: OWN });
  await saveBalanceReadings(database, [{ place: 'venue', asset: 'BTC', units: 2n * WHOLE }]);
  for (const visitor of [tess, tom, vera]) await visitor.logIn();
});

describe('a withdrawal', () => {
  test('is previewed with its balances, and with the reason why it needs a second approval or none', async () => {
    await storePrice('60000');
    const { act, facts, whyTwo } = await preview('withdraw', { crypto: 'BTC', amount: '0.5' });
    expect(act).toMatchObject({
      allowed: true,
      needsSecondApproval: true,
      subject: '0.50000000 BTC',
      label: 'Withdraw 0.50000000 BTC',
    });
    expect(act.approvers).toContain('tom');
    expect(act.approvers).not.toContain('tess');
    const factsByLabel = new Map(facts.map(({ label, sum, text }) => [label, sum?.amount ?? text]));
    expect(Object.fromEntries(factsByLabel)).toMatchObject({
      'Available at the exchange': '2.00000000',
      'Remaining there': '1.50000000',
      'To treasury wallet': OWN,
      Network: 'bitcoin',
      'Usual duration': 'unknown: none has arrived yet',
    });
    expect(whyTwo).toBe('It is worth 30,000.00 EUR: above 1,000.00 EUR within a day a second approval is required.');
    const little = await preview('withdraw', { crypto: 'BTC', amount: '0.01' });
    expect(little).toMatchObject({ act: { needsSecondApproval: false, approvers: [] } });
    expect(little.whyTwo).toContain('no second approval is needed');
  });

  test.each([
    [{}, 'Choose a coin.'],
    [{ crypto: 'NOPE', amount: '1' }, 'There is no crypto NOPE.'],
    [{ crypto: 'BTC' }, 'Enter an amount.'],
    [{ crypto: 'BTC', amount: '0' }, 'is not an amount of BTC'],
    [{ crypto: 'BTC', amount: '2.00000001' }, '2.00000000 BTC are available at the exchange'],
    [{ crypto: 'BTC', amount: '1', to: 'bc1qstranger' }, 'not on the allow list'],
    [{ crypto: 'ETH', amount: '1' }, 'worker has reported the treasury address of ethereum'],
    [{ crypto: 'BTC', amount: '1000000' }, 'available at the exchange'],
  ])('of %j is not offered', async (fields, why) => {
    expect((await preview('withdraw', fields as Record<string, string>)).act).toMatchObject({
      allowed: false,
      why: expect.stringContaining(why),
    });
  });

  test('is offered only to people with the right, in the list too', async () => {
    const offered = await preview('withdraw', { crypto: 'BTC', amount: '0.5' }, vera);
    expect(offered.act).toMatchObject({ allowed: false, why: 'Requires the treasurer role.' });
    const { kinds, coins, targets } = await vera.call('moves', {});
    expect(new Set(kinds.map(({ allowed }) => allowed))).toEqual(new Set([false]));
    expect((await tess.call('moves', {})).kinds.every(({ allowed }) => allowed)).toBe(true);
    expect(coins.find(({ crypto }) => crypto === 'BTC')).toMatchObject({ free: '2.00000000', network: 'bitcoin' });
    expect(targets).toMatchObject([{ network: 'bitcoin', address: OWN, own: true }]);
  });

  test('is shown from the request to the arrival, each step with its time and person', async () => {
    await storePrice('60000');
    const { act } = await preview('withdraw', { crypto: 'BTC', amount: '0.5' });
    const request = await submitRequest(act);
    const { id } = request;
    const readTransfer = () => tess.call('transfer', { id });
    const readSteps = async () => (await readTransfer()).steps.map(({ step, state }) => `${step} ${state}`);
    expect(await readTransfer()).toMatchObject({ status: 'waiting', to: OWN, network: 'bitcoin', request: { id } });
    expect(await readSteps()).toEqual(['requested done', 'approved now', 'accepted open', 'sent open', 'arrived open']);
    // A pending transfer counts as coming: the forecast does not propose it again, and less is free at the venue.
    await tom.answer(id, 'approve', request.statement ?? '');
    expect(await readSteps()).toEqual(['requested done', 'approved done', 'accepted now', 'sent open', 'arrived open']);
    await executeRequests();
    expect(await readTransfer()).toMatchObject({ status: 'requested', approvedBy: 'tom', request: null });
    expect((await preview('withdraw', { crypto: 'BTC', amount: '1.6' })).act.why).toContain('is in progress');
    const withdrawal = await database.one<{ id: number }>(
      sql`select id::int as id from withdrawals where request_id = ${id}`,
    );
    await startSending(database, withdrawal.id);
    await updateWithdrawalStatus(database, withdrawal.id, 'sending', { status: 'taken', venueId: 'F1' });
    await database.run(sql`
      insert into venue_movements (venue, id, kind, vendor_type, currency, amount, fee, reference, moved_at, created_at)
      values ('fake', 'L1', 'withdrawal', 'withdrawal', 'BTC', '-0.49998', '0.0000200000', 'F1', now(), now())`);
    expect(await readSteps()).toEqual(['requested done', 'approved done', 'accepted done', 'sent now', 'arrived open']);
    const accepted = await readTransfer();
    expect(accepted.sentAt).toBeNull();
    expect(accepted.clock?.otherwise).toContain('late');
    await updateWithdrawalStatus(database, withdrawal.id, 'taken', { status: 'sent', transactionId: 'ab'.repeat(32) });
    expect(await readSteps()).toEqual(['requested done', 'approved done', 'accepted done', 'sent done', 'arrived now']);
    await updateWithdrawalStatus(database, withdrawal.id, 'sent', { status: 'arrived' });
    const arrived = await readTransfer();
    expect(arrived).toMatchObject({
      status: 'arrived',
      clock: null,
      fee: { amount: '0.00002', unit: 'BTC' },
      sentAt: expect.any(String),
      arrivedAt: expect.any(String),
    });
    expect(new Set(arrived.steps.map(({ state }) => state))).toEqual(new Set(['done']));
    expect(arrived.steps.every(({ at }) => at !== null)).toBe(true);
    const { transfers } = await vera.call('treasury', {});
    expect(transfers[0]).toMatchObject({ id, status: 'arrived', amount: { amount: '0.50000000', unit: 'BTC' } });
    const next = await preview('withdraw', { crypto: 'BTC', amount: '0.001' });
    expect(next.whyTwo).toContain('With the 0.50000000 BTC of the past day');
    expect(next.facts.find(({ label }) => label === 'Fee')?.text).toBe('0.00002 BTC, as for the last withdrawal');
    expect(next.facts.find(({ label }) => label === 'Usual duration')?.text).toMatch(/^\d+ min after its release/);
  });

  test('shows its rejection, or the reason of its refusal; an unknown one is not found', async () => {
    await storePrice('60000');
    const { act } = await preview('withdraw', { crypto: 'BTC', amount: '0.3' });
    const request = await submitRequest(act);
    await tom.answer(request.id, 'reject', request.statement ?? '');
    const rejected = await tess.call('transfer', { id: request.id });
    expect(rejected).toMatchObject({ status: 'rejected', clock: null });
    expect(rejected.steps.find(({ state }) => state === 'failed')).toMatchObject({
      step: 'approved',
      note: 'tom rejected it. Nothing was sent.',
    });
    const late = await submitRequest((await preview('withdraw', { crypto: 'BTC', amount: '0.3' })).act);
    await saveBalanceReadings(database, [{ place: 'venue', asset: 'BTC', units: WHOLE / 10n }]);
    await tom.answer(late.id, 'approve', late.statement ?? '');
    await executeRequests();
    const refused = await tess.call('transfer', { id: late.id });
    expect(refused).toMatchObject({ status: 'refused', note: expect.stringContaining('0.10000000 BTC are available') });
    await saveBalanceReadings(database, [{ place: 'venue', asset: 'BTC', units: 2n * WHOLE }]);
    await expect(tess.call('transfer', { id: 999_999 })).rejects.toMatchObject({ key: 'not_found' });
  });
});

describe('the forms for bookings and addresses', () => {
  test('book a deposit only once, in the amount that the chain reports', async () => {
    const transaction = 'cd'.repeat(32);
    expect((await preview('top-up', { crypto: 'BTC' })).act.why).toBe('Give the transaction.');
    const { act, facts } = await preview('top-up', { crypto: 'BTC', transaction: ` ${transaction} `, from: 'owner' });
    expect(act).toMatchObject({
      allowed: true,
      needsSecondApproval: false,
      input: { transaction, from: 'owner', crypto: 'BTC' },
    });
    expect(facts.find(({ label }) => label === 'Amount')?.text).toContain('as reported by the chain');
    await database.run(sql`
      insert into ledger_transactions (key, kind, at)
      values (${`deposit:${BITCOIN}:${transaction}:${catalog.cryptos.get('BTC')?.asset.id ?? ''}`}, 'wallet_deposit', now())`);
    expect((await preview('top-up', { crypto: 'BTC', transaction: `0x${transaction.toUpperCase()}` })).act.why).toBe(
      'It is already booked.',
    );
  });

  test('require two different coins and the counterparty’s reference for a swap', async () => {
    const fields = { given: '1', givenCrypto: 'BTC', came: '1', cameCrypto: 'WBTC', reference: 'X1' };
    expect((await preview('swap', fields)).act).toMatchObject({
      allowed: true,
      label: 'Book swap of 1.00000000 BTC into 1.00000000 WBTC',
    });
    expect((await preview('swap', { ...fields, cameCrypto: 'BTC' })).act.why).toBe('Both coins are the same.');
    expect((await preview('swap', { ...fields, reference: ' ' })).act.why).toContain('the counterparty’s reference');
  });

  test('require a second approval for an address, and refuse one of the treasury or of an unknown network', async () => {
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    expect((await preview('allow-address', { network: 'bitcoin', address })).act).toMatchObject({
      allowed: true,
      needsSecondApproval: true,
      input: { network: 'bitcoin', address },
    });
    expect((await preview('allow-address', { network: 'bitcoin', address: OWN })).act.why).toContain(
      'an address of the treasury',
    );
    expect((await preview('allow-address', { network: 'moon', address })).act.why).toContain('no network moon');
  });
});

describe('an unmatched bank payment', () => {
  const bank = createTestBank(database);
  const bookPayment = async (counterparty = { name: 'ANNA WEBER', account: 'NL91ABNA0417164300' }) => {
    const reference = randomUUID();
    await bank.deliverBookings(
      buildBankEntry({ reference, remittance: 'X', amount: createAmount(fiatAsset('EUR'), 5_000n), counterparty }),
    );
    return database.one<{ id: string }>(sql`select id from bank_entries where reference = ${reference}`);
  };

  test('is returned by two people to its sender, who must be known, or to a completely entered account', async () => {
    const { id: entry } = await bookPayment();
    expect((await tess.call('moves', {})).bookings).toContainEqual(expect.objectContaining({ entry, party: 'A. W.' }));
    const { act, facts } = await preview('return', { entry });
    expect(act).toMatchObject({
      allowed: true,
      needsSecondApproval: true,
      input: { amount: '50.00 EUR', name: '', account: '' },
    });
    expect(facts.find(({ label }) => label === 'To the sender')?.text).toBe('A. W., NL·· 4300');
    expect((await preview('return', { entry, name: 'Somebody' })).act.why).toContain('both the holder and the number');
    const { id: unknown } = await bookPayment({ name: '', account: '' });
    expect((await preview('return', { entry: unknown })).act.why).toContain('did not name the sender');
    expect((await preview('return', {})).act.why).toBe('Choose a booking.');
  });

  test('is recorded as a recovery only for an existing order', async () => {
    const { id: entry } = await bookPayment();
    expect((await preview('recover', { entry })).act.why).toBe('Enter the order whose loss it recovers.');
    expect((await preview('recover', { entry, order: 'NONE' })).act.why).toContain('there is no order NONE'.slice(1));
  });
});
