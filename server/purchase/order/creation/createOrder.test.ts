import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { webhookEvent } from '@slipway/contract/webhookEvents.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { createChangingCatalog } from '../../../configuration/changingCatalog.testing.ts';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { createTestPartner } from '../../../partner/testPartner.testing.ts';
import { createFollowingClock } from '../../../platform/clock.ts';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import { deriveKeys } from '../../../platform/secrets.ts';
import type { AddressReader } from '../../../providers/chain/chainPort.ts';
import { ok } from '../../../providers/outcome.ts';
import { createFixedScreening } from '../../../risk/fixedScreening.testing.ts';
import type { RiskRule } from '../../../risk/riskRules.ts';
import { type Catalog, requireCrypto } from '../../catalog/catalog.ts';
import { createFakeChain } from '../../delivery/fakeChain.testing.ts';
import { createProviderGroup } from '../../offer/providerGroup.ts';
import { createEtherTerms } from '../../quote/etherTerms.testing.ts';
import { createPlentifulFunds } from '../../quote/plentifulFunds.testing.ts';
import { emptyPriceBook } from '../../quote/priceBook.ts';
import { createQuoteTokens } from '../../quote/quoteToken.ts';
import { storeBuyer } from '../storedOrder.testing.ts';
import { createOrder } from './createOrder.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const settings = seededSettings();
const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
const ETHER_OFF = {
  kind: 'crypto',
  key: 'ETH',
  value: {
    symbol: 'ETH',
    name: 'Ether',
    network: 'ethereum',
    decimals: 18,
    asset: 'slip44:60',
    spread: '0.01',
    enabled: false,
  },
};

const { database } = await openOwnDatabase();

/** A guest with a quote of 100 euros for ether, at a server whose catalog can change. */
async function createGuestWithQuote(
  riskRules: readonly RiskRule[] = [],
  address = ADDRESS,
  hasContract: AddressReader['hasContract'] = async () => ok(false),
) {
  const changing = createChangingCatalog(settings.catalog);
  const { catalog } = changing;
  const clock = createFollowingClock();
  const ether = requireCrypto(catalog, 'ETH');
  const { chain } = createFakeChain(ether.network.chain, ether.asset);
  const context = {
    database,
    catalog,
    prices: () => ({ ...emptyPriceBook, funds: createPlentifulFunds(catalog, new Date()) }),
    quoteTokens: createQuoteTokens(keys.quoteToken, catalog),
    addressReaders: new Map([[ether.network.chain, { ...chain, hasContract }]]),
    clock,
    partners: () => new Map([['shop', createTestPartner('shop', 'https://shop.example/hook')]]),
    keys,
    rules: settings.rules,
    providerGroup: createProviderGroup([], () => true),
    cells: undefined,
    screening: createFixedScreening(),
    riskRules: () => riskRules,
  };
  const token = context.quoteTokens.issue({
    id: randomUUID(),
    terms: createEtherTerms(catalog),
    expireTime: Math.floor(clock.now().getTime() / 1000) + 60,
    country: 'DE',
    partnerId: 'shop',
    reference: 'cart 17',
    refererUrl: 'https://shop.example/cart',
  });
  const submission = calls.coinOrder.request.parse({
    ...calls.coinOrder.example.request,
    token,
    getCurrency: 'ETH',
    address,
    sendCurrencyAmount: '100',
  });
  const owner = {
    buyerId: null,
    accountPartner: '0',
    kycLevel: 0,
    guestHash: Buffer.alloc(32),
    country: 'DE',
    locale: 'en-US',
    clientAddress: '203.0.113.7',
  };
  return {
    order: (change: Partial<typeof submission> = {}, buyerId: string | null = null) =>
      createOrder(context, { ...submission, ...change }, { ...owner, buyerId }),
    changeCatalog: (next: Catalog) => changing.change(next),
  };
}

test('creates one partner event with the partner’s references for a new order', async () => {
  const { order } = await createGuestWithQuote();
  const orderNo = await order({ referer_order: '2ZZC583FAYCFDQL3' });
  expect(await order({ referer_order: '2ZZC583FAYCFDQL3' })).toBe(orderNo);
  const events = await database.many<{ body: string }>(sql`select body from partner_events where lane = ${orderNo}`);
  expect(events.map(({ body }) => webhookEvent.parse(JSON.parse(body)))).toMatchObject([
    {
      type: 'order.created',
      data: {
        orderNo,
        sequence: 0,
        status: 'awaiting_payment',
        sendCurrencyAmount: '100.00',
        reference: 'cart 17',
        refererUrl: 'https://shop.example/cart',
        refererOrder: '2ZZC583FAYCFDQL3',
      },
    },
  ]);
});

test('accepts a repeated submission even if the rules would refuse another order', async () => {
  const address = `0x${randomUUID().replaceAll('-', '')}01234567`;
  const rule: RiskRule = {
    name: 'address_orders_hour',
    measure: 'orders',
    of: 'address',
    within: 'hour',
    above: parseDecimal('1'),
    outcome: 'refuse',
  };
  const listRefusals = () =>
    database.many(sql`select 1 from risk_decisions where rule = ${rule.name} and outcome = 'refuse'`);
  const { order } = await createGuestWithQuote([rule], address);
  const orderNo = await order();
  expect(await order()).toBe(orderNo);
  expect(await listRefusals()).toEqual([]);
  const { order: another } = await createGuestWithQuote([rule], address);
  await expect(another()).rejects.toMatchObject({ key: 'risk_control' });
  expect(await listRefusals()).toHaveLength(1);
});

test('refuses a quote that was used for another provider’s offer', async () => {
  const { order } = await createGuestWithQuote();
  await order();
  await expect(order({ offerType: 'moonpay' })).rejects.toMatchObject({ key: 'quote_already_used' });
});

describe('createOrder for a crypto that is no longer sold', () => {
  const etherOff = seededSettings([ETHER_OFF]).catalog;

  test('returns the existing order when the submission is repeated', async () => {
    const { order, changeCatalog } = await createGuestWithQuote();
    const orderNo = await order();
    changeCatalog(etherOff);
    expect(await order()).toBe(orderNo);
    await expect(order({ address: '0x52908400098527886E0F7030069857D2E4169EE7' })).rejects.toMatchObject({
      key: 'quote_already_used',
    });
  });

  test('refuses a quote without an order as expired', async () => {
    const { order, changeCatalog } = await createGuestWithQuote();
    changeCatalog(etherOff);
    await expect(order()).rejects.toMatchObject({ key: 'price_expired' });
  });
});

describe('createOrder to the address of a contract', () => {
  const hasContract = async () => ok(true);
  const createAddress = () => `0x${randomUUID().replaceAll('-', '')}01234567`;

  const createBuyer = () => storeBuyer(database, `${randomUUID()}@example.com`);

  test('needs the buyer’s confirmation of the address', async () => {
    const { order } = await createGuestWithQuote([], createAddress(), hasContract);
    await expect(order()).rejects.toMatchObject({ key: 'address_is_contract' });
    const orderNo = await order({ acceptContract: true });
    expect(await order({ acceptContract: true })).toBe(orderNo);
  });

  test('needs one confirmation per buyer with an account', async () => {
    const address = createAddress();
    const [anna, ben] = [await createBuyer(), await createBuyer()];
    const first = await createGuestWithQuote([], address, hasContract);
    await expect(first.order({}, anna)).rejects.toMatchObject({ key: 'address_is_contract' });
    await first.order({ acceptContract: true }, anna);
    const second = await createGuestWithQuote([], address, hasContract);
    await expect(second.order({}, ben)).rejects.toMatchObject({ key: 'address_is_contract' });
    await expect(second.order({}, anna)).resolves.toMatch(/./);
  });

  test('needs no confirmation while the node does not answer', async () => {
    const answerUnavailable = async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: '' }) as const;
    const { order } = await createGuestWithQuote([], createAddress(), answerUnavailable);
    await expect(order()).resolves.toMatch(/./);
  });
});
