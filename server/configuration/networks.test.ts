import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { findSoldCrypto } from '../purchase/catalog/catalog.ts';
import { insertOrder } from '../purchase/order/insertOrder.testing.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { removeRow, seedConfiguration, setRow } from './changeConfiguration.ts';
import { openSettings } from './liveSettings.ts';
import { previewSettings } from './previewSettings.ts';
import { quietReports, seededSettings } from './seededSettings.testing.ts';
import seededNetworks from './seeds/networks.json' with { type: 'json' };
import { ETH_TESTCHAIN, TESTCHAIN, USDC_TESTCHAIN } from './testchain.testing.ts';

const { database } = await openOwnDatabase();
const decision = { who: 'anna', why: 'a test' };
beforeEach(async () => {
  await database.run(sql`truncate configuration, configuration_seeds`);
  await seedConfiguration(database, []);
});

function set(kind: string, key: string, fields: Record<string, unknown>) {
  return database.transaction((transaction) => setRow(transaction, { kind, key, fields }, decision));
}

const openCurrentSettings = () => openSettings(database, quietReports);

describe('networks', () => {
  test('are added at the next start to a database without network rows', async () => {
    for (const table of [sql`configuration`, sql`configuration_seeds`])
      await database.run(sql`delete from ${table} where kind = 'network'`);
    const before = await previewSettings(database, []);
    expect(before.catalog.networks.map(({ id }) => id)).toEqual(Object.keys(seededNetworks));
    await seedConfiguration(database, []);
    const { catalog } = await openCurrentSettings();
    expect(catalog.networks).toEqual(before.catalog.networks);
    expect(catalog.cryptos.get('USDC_BASE')?.asset.id).toBe(
      'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    );
  });

  test('offer a token once the row of the network, its native coin and the token are added, in this order', async () => {
    await set('network', 'testchain', TESTCHAIN);
    // The network is not offered until it has a coin to pay its fees with.
    expect((await openCurrentSettings()).catalog.networks.some(({ id }) => id === 'testchain')).toBe(false);
    await expect(set('crypto', 'USDC_TESTCHAIN', USDC_TESTCHAIN)).rejects.toThrow('crypto ETH_TESTCHAIN is missing');
    await set('crypto', 'ETH_TESTCHAIN', ETH_TESTCHAIN);
    await set('crypto', 'USDC_TESTCHAIN', USDC_TESTCHAIN);
    const { catalog } = await openCurrentSettings();
    expect(catalog.networks.at(-1)).toMatchObject({ id: 'testchain', chain: 'eip155:987654321987', confirmations: 20 });
    expect(findSoldCrypto(catalog, 'USDC_TESTCHAIN')?.asset.id).toBe(
      `eip155:987654321987/erc20:${USDC_TESTCHAIN.asset}`,
    );
  });

  test.each([
    ['network', 'testchain', { ...TESTCHAIN, chain: '987654321987' }, 'CAIP-2'],
    ['network', 'Testchain', TESTCHAIN, 'not a key'],
    ['network', 'mainnet', { ...TESTCHAIN, chain: 'eip155:1' }, 'the chain eip155:1 already belongs to network'],
    ['network', 'base', { nativeCrypto: 'USDC_BASE' }, 'not its native coin'],
    ['network', 'base', { nativeCrypto: 'POL' }, 'not its native coin'],
    ['network', 'polygon', { tokens: null }, 'has no token contracts'],
    ['crypto', 'RUNE', { ...USDC_TESTCHAIN, symbol: 'RUNE', network: 'bitcoin' }, 'Bitcoin has no token contracts'],
  ])('reject the row %s %s %o', async (kind, key, fields, message) => {
    await expect(set(kind, key, fields)).rejects.toThrow(message);
  });

  test('and their cryptos have a maximum fee and a treasury floor with no more digits than the coin', async () => {
    await expect(set('network', 'bitcoin', { maximumFee: '0.000000001' })).rejects.toThrow(
      'network bitcoin: maximumFee 0.000000001 has more digits than BTC',
    );
    await expect(set('network', 'bitcoin', { maximumFee: 'much' })).rejects.toThrow('must be a plain decimal');
    await expect(set('crypto', 'USDC', { treasuryFloor: '0.0000001' })).rejects.toThrow(
      'crypto USDC: treasuryFloor 0.0000001 has more digits than USDC',
    );
    await set('network', 'bitcoin', { maximumFee: '0.005' });
    await set('crypto', 'USDC', { treasuryFloor: '2500' });
    const { catalog } = (await openCurrentSettings()).current();
    expect(catalog.networks.find(({ id }) => id === 'bitcoin')?.maximumFee).toBe('0.005');
    expect(findSoldCrypto(catalog, 'USDC')?.treasuryFloorUnits).toBe(2_500_000_000n);
  });
});

describe('a network or crypto that was sold', () => {
  beforeAll(async () => {
    const orderNo = randomUUID();
    await database.transaction((transaction) =>
      insertOrder(transaction, {
        ...exampleOrder,
        buyerId: null,
        orderNo,
        quoteId: orderNo,
        network: 'base',
        receiveCurrency: 'USDC_BASE',
        seal: null,
        paymentDeadline: new Date(),
        submissionHash: Buffer.alloc(32),
        guestHash: null,
      }),
    );
  });

  test.each([
    ['network', 'base', { chain: 'eip155:84532' }, 'keeps its chain and native coin'],
    ['crypto', 'USDC_BASE', { decimals: 18 }, 'its decimals cannot be changed'],
    ['crypto', 'USDC_BASE', { network: 'ethereum' }, 'its network cannot be changed'],
    ['crypto', 'USDC_BASE', { asset: '0x0000000000000000000000000000000000000001' }, 'its asset cannot be changed'],
    // The coin itself was never sold, but the network fees of sold tokens were paid in it.
    ['crypto', 'ETH_BASE', { decimals: 9 }, 'its decimals cannot be changed'],
  ])('%s %s cannot be set to %o', async (kind, key, fields, message) => {
    await expect(set(kind, key, fields)).rejects.toThrow(message);
  });

  test('keeps its native coin, and cannot be removed', async () => {
    await set('crypto', 'GAS_BASE', { ...ETH_TESTCHAIN, network: 'base', symbol: 'GAS' });
    await expect(set('network', 'base', { nativeCrypto: 'GAS_BASE' })).rejects.toThrow(
      'keeps its chain and native coin',
    );
    // Its cryptos still reference its row, and cryptos are never removed.
    await expect(
      database.transaction((transaction) => removeRow(transaction, { kind: 'network', key: 'base' }, decision)),
    ).rejects.toThrow('no network base');
  });

  test('may change in everything else, and an unsold one may move to another chain', async () => {
    await set('network', 'base', { confirmations: 30, explorerUrl: 'https://base.blockscout.com/tx/' });
    await set('crypto', 'USDC_BASE', { spread: '0.02', enabled: false });
    await set('network', 'polygon', { chain: 'eip155:80002' });
    const { catalog } = await openCurrentSettings();
    expect(catalog.cryptos.get('POL')?.asset.id).toBe('eip155:80002/slip44:966');
  });

  test('does not prevent the removal of a network without cryptos and orders', async () => {
    await set('network', 'testchain', TESTCHAIN);
    await database.transaction((transaction) =>
      removeRow(transaction, { kind: 'network', key: 'testchain' }, decision),
    );
    await expect(
      database.transaction((transaction) => removeRow(transaction, { kind: 'network', key: 'testchain' }, decision)),
    ).rejects.toThrow('no network');
  });
});

describe('the offering of the vendors', () => {
  const everything = seededSettings();
  const narrowed = seededSettings([], {
    chains: new Set(['eip155:1']),
    methods: new Set(['bank_transfer']),
    sendsFrom: () => true,
    identity: false,
    own: true,
  });

  test('sells nothing on a network without a node, but still finds its coins for existing orders', () => {
    expect(findSoldCrypto(everything.catalog, 'BTC')?.id).toBe('BTC');
    expect(findSoldCrypto(narrowed.catalog, 'BTC')).toBeUndefined();
    expect(findSoldCrypto(narrowed.catalog, 'ETH')?.id).toBe('ETH');
    expect(narrowed.catalog.cryptos.get('BTC')?.network.id).toBe('bitcoin');
  });

  test('lists no method without a vendor', () => {
    const methods = (catalog: typeof everything.catalog) =>
      catalog.payCurrencies.get('EUR')?.methods.map((one) => one.method);
    expect(methods(everything.catalog)).toContain('credit_debit_card');
    expect(methods(narrowed.catalog)).toEqual(['bank_transfer']);
  });

  test('caps every country at the identity threshold if no identity can be verified, and keeps lower limits', () => {
    expect(everything.catalog.countryRules('DE').maximumEuroCents).toBeUndefined();
    expect(narrowed.catalog.countryRules('DE').maximumEuroCents).toBe(70_000n);
    const strict = seededSettings([{ kind: 'country', key: 'FR', value: { maximumEuro: '150' } }], {
      chains: new Set(),
      methods: new Set(),
      sendsFrom: () => true,
      identity: false,
      own: true,
    });
    expect(strict.catalog.countryRules('FR').maximumEuroCents).toBe(15_000n);
    expect(narrowed.rules.identityOffered).toBe(false);
  });
});

test('offers no transfer when refunds cannot be sent from the account', () => {
  const offering = {
    chains: new Set<string>(),
    methods: new Set(['bank_transfer'] as const),
    identity: true,
    own: true,
  };
  const { catalog } = seededSettings([], { ...offering, sendsFrom: () => false });
  expect(catalog.payCurrencies.get('EUR')?.methods).toEqual([]);
});
