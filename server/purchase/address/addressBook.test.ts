import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openTestBrowser, type TestBrowser } from '../../account/testBrowser.testing.ts';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { validateBitcoinAddress } from '../../providers/chain/bitcoin/address.ts';
import { bitcoinUris } from '../../providers/chain/bitcoin/paymentUris.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { type AddressBookContext, addAddress } from './addressBook.ts';

const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const OTHER_BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const EVM = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const gateway = await openOwnGateway();

/** A buyer that no other test uses. */
async function createBuyer(): Promise<TestBrowser> {
  const browser = openTestBrowser(gateway);
  await browser.login(`${randomUUID()}@example.com`);
  return browser;
}

type Saved = { addressId: string; crypto: string; network: string; address: string; name: string };

async function saveAddress(browser: TestBrowser, input: object): Promise<Saved> {
  const { body } = await browser.post('addCryptoAddress', input);
  expect(body.respCode).toBe('200');
  return body.data;
}

async function listAddresses(browser: TestBrowser, input: object = {}): Promise<Saved[]> {
  return (await browser.post('address', input)).body.data;
}

async function readError(browser: TestBrowser, call: string, input: object): Promise<string | undefined> {
  return ((await browser.post(call, input)).body.data as { error?: string } | null)?.error;
}

describe('the address book', () => {
  test('stores an address in its payable form, by wire id or by symbol and network', async () => {
    const anna = await createBuyer();
    expect(
      await saveAddress(anna, { crypto: 'BTC', address: ` bitcoin:${BITCOIN.toUpperCase()} `, name: 'Ledger' }),
    ).toMatchObject({ crypto: 'BTC', network: 'bitcoin', address: BITCOIN, name: 'Ledger' });
    expect(await saveAddress(anna, { crypto: 'USDC', network: 'base', address: EVM.toLowerCase() })).toMatchObject({
      crypto: 'USDC_BASE',
      network: 'base',
      address: EVM,
      name: '',
    });
    expect(await readError(anna, 'addCryptoAddress', { crypto: 'USDC', network: 'bitcoin', address: EVM })).toBe(
      'receive_currency_unsupported',
    );
    expect(await readError(anna, 'addCryptoAddress', { crypto: 'BTC', address: EVM })).toBe('address_invalid');
  });

  test('renames an address that is saved again instead of adding it twice', async () => {
    const anna = await createBuyer();
    const { addressId } = await saveAddress(anna, { crypto: 'BTC', address: BITCOIN, name: 'Ledger' });
    const first = await saveAddress(anna, { crypto: 'BTC', address: BITCOIN, name: 'Renamed' });
    expect(first.addressId).toBe(addressId);
    const again = await saveAddress(anna, { crypto: 'BTC', address: BITCOIN });
    expect(again).toEqual({ ...first, name: 'Renamed' });
    expect(await listAddresses(anna, { getCurrency: 'BTC' })).toHaveLength(1);
  });

  test('changes the name, the address or both', async () => {
    const anna = await createBuyer();
    const { addressId } = await saveAddress(anna, { crypto: 'ETH', address: EVM, name: 'Before' });
    const edited = async (change: object) => (await anna.post('editCryptoAddress', { addressId, ...change })).body.data;
    expect(await edited({ name: 'After' })).toMatchObject({ name: 'After', address: EVM });
    const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    expect(await edited({ address: other.toLowerCase() })).toMatchObject({ name: 'After', address: other });
    expect(await edited({ address: EVM, name: '' })).toMatchObject({ name: '', address: EVM });
    expect(await readError(anna, 'editCryptoAddress', { addressId, address: BITCOIN })).toBe('address_invalid');
  });

  test('refuses to change an address into another saved one', async () => {
    const anna = await createBuyer();
    const one = await saveAddress(anna, { crypto: 'BTC', address: BITCOIN });
    const two = await saveAddress(anna, { crypto: 'BTC', address: OTHER_BITCOIN });
    expect(await readError(anna, 'editCryptoAddress', { addressId: two.addressId, address: BITCOIN })).toBe(
      'saved_address_exists',
    );
    // Its own address is no conflict.
    expect((await anna.post('editCryptoAddress', { addressId: one.addressId, address: BITCOIN })).body.data).toEqual(
      one,
    );
  });

  test('keeps each buyer’s addresses from other buyers', async () => {
    const [anna, ben] = [await createBuyer(), await createBuyer()];
    const hers = await saveAddress(anna, { crypto: 'BTC', address: BITCOIN });
    const before = await listAddresses(anna);
    expect(await listAddresses(ben)).toEqual([]);
    expect(await readError(ben, 'editCryptoAddress', { addressId: hers.addressId, name: 'Mine' })).toBe(
      'saved_address_not_found',
    );
    expect(await readError(ben, 'delCryptoAddress', { addressId: hers.addressId })).toBe('saved_address_not_found');
    expect(await saveAddress(ben, { crypto: 'BTC', address: BITCOIN, name: 'His own' })).not.toMatchObject({
      addressId: hers.addressId,
    });
    expect(await listAddresses(anna)).toEqual(before);
  });

  test('asks the buyer to log in if the account has been closed since the login', async () => {
    const { catalog } = seededSettings();
    const reader = {
      validateAddress: (address: string) =>
        validateBitcoinAddress(address, { network: 'mainnet', treasuryScript: new Uint8Array() }),
      paymentUris: bitcoinUris,
    };
    const context = {
      database: gateway.database,
      catalog,
      addressReaders: new Map(catalog.networks.map(({ chain, name }) => [chain, { network: chain, name, ...reader }])),
      screening: createFixedScreening(),
    } as unknown as AddressBookContext;
    const email = `${randomUUID()}@example.com`;
    await openTestBrowser(gateway).login(email);
    const { id } = await gateway.database.one<{ id: string }>(sql`
      update buyers set closed_at = slipway_now(), erase_after = slipway_now() where email = ${email} returning id`);
    const adding = addAddress(context, { crypto: 'BTC', address: BITCOIN, name: '' }, id);
    await expect(adding).rejects.toMatchObject({ key: 'invalid_auth_token' });
  });

  test('deletes an address from the database and lets it be saved again', async () => {
    const ben = await createBuyer();
    const { addressId } = await saveAddress(ben, { crypto: 'ETH', address: EVM });
    expect((await ben.post('delCryptoAddress', { addressId })).body.respCode).toBe('200');
    expect(await readError(ben, 'delCryptoAddress', { addressId })).toBe('saved_address_not_found');
    expect(await readError(ben, 'editCryptoAddress', { addressId, name: 'x' })).toBe('saved_address_not_found');
    expect(await gateway.database.many(sql`select 1 from saved_addresses where id = ${addressId}`)).toEqual([]);
    await saveAddress(ben, { crypto: 'ETH', address: EVM });
  });
});

const namer = await createBuyer();

test.each([
  ['Anna’s Trezor ⚡', true],
  ['家里的钱包', true],
  ['👩‍💻 work', true],
  ['a'.repeat(25), true],
  ['👛'.repeat(25), true],
  ['a'.repeat(26), false],
  ['two\nlines', false],
  ['nul\u0000', false],
  ['bell\u0007', false],
  ['\u202Eesrever', false],
  ['iso\u2066late', false],
  ['zero\u200Bwidth', false],
  ['line\u2028separator', false],
  ['\uE000private', false],
])('accepts the name %j: %s', async (name, taken) => {
  const { status, body } = await namer.post('addCryptoAddress', { crypto: 'BTC', address: BITCOIN, name });
  expect(status).toBe(taken ? 200 : 400);
  if (taken) expect(body.data).toMatchObject({ name });
  else expect(body.respMessage).toMatch(/^name: /);
});

describe('two hundred addresses', () => {
  /** A buyer with this many addresses, none on Ethereum. */
  async function createCollector(count: number): Promise<TestBrowser> {
    const collector = openTestBrowser(gateway);
    const email = `${randomUUID()}@example.com`;
    await collector.login(email);
    await gateway.database.run(sql`
      insert into saved_addresses (id, buyer_id, crypto, network, address, created_at)
      select 'adr_filler_' || gen_random_uuid(), (select id from buyers where email = ${email}), 'BTC', 'bitcoin',
        'filler ' || n, slipway_now()
      from generate_series(1, ${count}::int) as n`);
    return collector;
  }

  test('are the limit, also when several are saved at once', async () => {
    const collector = await createCollector(197);
    const kept = await saveAddress(collector, { crypto: 'BTC', address: BITCOIN, name: 'First' });
    const addresses = Array.from({ length: 6 }, (_, n) => `0x${`${n + 1}`.repeat(40)}`);
    const answers = await Promise.all(
      addresses.map((address) => collector.post('addCryptoAddress', { crypto: 'ETH', address })),
    );
    const refused = answers.filter(({ body }) => body.respCode !== '200');
    expect(refused).toHaveLength(4);
    for (const { body } of refused)
      expect(body).toMatchObject({ respCode: '509', data: { error: 'saved_addresses_full', facts: { count: 200 } } });
    expect(await listAddresses(collector)).toHaveLength(200);
    // A saved address can still be renamed.
    expect(await saveAddress(collector, { crypto: 'BTC', address: BITCOIN, name: 'Renamed' })).toEqual({
      ...kept,
      name: 'Renamed',
    });
  });

  test('do not prevent an order that asks to save its address: the address is not saved', async () => {
    const collector = await createCollector(200);
    const made = await collector.post('coinOrder', {
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100',
      getCurrency: 'ETH',
      getCurrencyAmount: '',
      token: await gateway.fetchQuoteToken(),
      payMethod: 'credit_debit_card',
      address: EVM,
      saveAddress: true,
    });
    expect(made.body.respCode).toBe('200');
    expect(await listAddresses(collector)).toHaveLength(200);
  });
});

describe('the calls about the address book', () => {
  test('list each crypto once, and its networks', async () => {
    const anna = await createBuyer();
    const cryptos: { crypto: string }[] = (await anna.post('getAddressCryptoList')).body.data;
    expect(cryptos).toContainEqual({ crypto: 'USDC', name: 'USD Coin', imgUrl: '/images/coins/usdc.svg' });
    expect(cryptos.filter(({ crypto }) => crypto === 'USDC')).toHaveLength(1);
    for (const { crypto } of cryptos) {
      const { body } = await anna.post('getAddressNetworkList', { crypto });
      expect(body.data).not.toHaveLength(0);
    }
    expect((await anna.post('getAddressNetworkList', { crypto: 'USDC_BASE' })).body.data).toEqual([
      { network: 'base', networkName: 'Base', currency: 'USDC_BASE' },
    ]);
    expect(await readError(anna, 'getAddressNetworkList', { crypto: 'NONE' })).toBe('receive_currency_unsupported');
  });

  test('offer help with a wallet to a buyer without an address for the crypto', async () => {
    const queryWalletHelp = async (browser: TestBrowser, getCurrency: string) =>
      (await browser.post('isCreateWallet', { getCurrency })).body.data as { isCreateWallet?: string; error?: string };
    expect(await queryWalletHelp(openTestBrowser(gateway), 'BTC')).toEqual({ isCreateWallet: '1' });
    const dora = await createBuyer();
    expect(await queryWalletHelp(dora, 'BTC')).toEqual({ isCreateWallet: '1' });
    await saveAddress(dora, { crypto: 'USDC', network: 'base', address: EVM });
    expect(await queryWalletHelp(dora, 'USDC_BASE')).toEqual({ isCreateWallet: '0' });
    expect(await queryWalletHelp(dora, 'USDC')).toEqual({ isCreateWallet: '1' });
    expect(await queryWalletHelp(dora, 'NONE')).toMatchObject({ error: 'receive_currency_unsupported' });
  });
});

test('gives the same answer in validateAddress and validateGetAddress, and names a wrong network', async () => {
  const anna = await createBuyer();
  const question = { address: `ethereum:${EVM}@8453`, network: 'base' };
  const one = await anna.post('validateAddress', { ...question, currency: 'USDC' });
  const two = await anna.post('validateGetAddress', { ...question, getCurrency: 'USDC' });
  expect(one.body).toEqual(two.body);
  expect(one.body).toMatchObject({ respMessage: '', data: { valid: true, address: EVM } });
  const elsewhere = await anna.post('validateAddress', { ...question, network: 'polygon', currency: 'USDC' });
  expect(elsewhere.body).toMatchObject({ data: { valid: false, fault: 'wrong_network', looksLike: 'Base' } });
  expect(elsewhere.body.respMessage).toMatch(/^Incorrect address/);
});
