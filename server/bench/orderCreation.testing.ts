import { randomBytes, randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { createFollowingClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { createFakeChain } from '../purchase/delivery/fakeChain.testing.ts';
import { createProviderGroup } from '../purchase/offer/providerGroup.ts';
import { createOrder } from '../purchase/order/creation/createOrder.ts';
import { createEtherTerms } from '../purchase/quote/etherTerms.testing.ts';
import { createPlentifulFunds } from '../purchase/quote/plentifulFunds.testing.ts';
import { emptyPriceBook } from '../purchase/quote/priceBook.ts';
import { createQuoteTokens } from '../purchase/quote/quoteToken.ts';
import { createFixedScreening } from '../risk/fixedScreening.testing.ts';

const QUOTE_SECONDS = 60;

/** Returns a function that creates a guest order as the api does: from a new quote, under the product's default rules. */
export function createOrderCreator(database: Database): (clientAddress: string) => Promise<string> {
  const settings = seededSettings();
  const { catalog } = settings;
  const keys = deriveKeys(Buffer.from('a secret for this bench alone, long enough'));
  const clock = createFollowingClock();
  const ether = requireCrypto(catalog, 'ETH');
  const { chain } = createFakeChain(ether.network.chain, ether.asset);
  const quoteTokens = createQuoteTokens(keys.quoteToken, catalog);
  const context = {
    database,
    catalog,
    keys,
    clock,
    quoteTokens,
    prices: () => ({ ...emptyPriceBook, funds: createPlentifulFunds(catalog, new Date()) }),
    addressReaders: new Map([[ether.network.chain, chain]]),
    partners: () => settings.partners,
    rules: settings.rules,
    providerGroup: createProviderGroup([], () => true),
    screening: createFixedScreening(),
    cells: undefined,
    riskRules: () => settings.riskRules,
  };
  const terms = createEtherTerms(catalog);
  const noSender = { partnerId: '0', reference: '', refererUrl: '' };
  const guest = { buyerId: null, accountPartner: '0', kycLevel: 0, guestHash: Buffer.alloc(32), locale: 'en-US' };
  return (clientAddress) => {
    const expireTime = Math.floor(clock.now().getTime() / 1000) + QUOTE_SECONDS;
    const token = quoteTokens.issue({ id: randomUUID(), terms, expireTime, country: 'DE', ...noSender });
    const submission = calls.coinOrder.request.parse({
      ...calls.coinOrder.example.request,
      token,
      getCurrency: 'ETH',
      address: `0x${randomBytes(20).toString('hex')}`,
      sendCurrencyAmount: '100',
    });
    return createOrder(context, submission, { ...guest, country: 'DE', clientAddress });
  };
}
