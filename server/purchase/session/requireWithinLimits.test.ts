import { sessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { createTestPartner } from '../../partner/testPartner.testing.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import { requireWithinLimits } from './requireWithinLimits.ts';

const { catalog } = seededSettings();
/** A proxy, as in a running server, where the catalog follows the configuration. */
const live = new Proxy({} as Catalog, { get: (_, name) => Reflect.get(catalog, name) as unknown });
const noPrices: PriceBook = { markets: new Map(), rates: new Map(), networkFees: new Map(), funds: new Map() };

function judge(catalogs: Catalog, sendCurrencyAmount: string): void {
  const terms = sessionTerms.parse({ sendCurrency: 'EUR', sendCurrencyAmount, getCurrency: 'ETH' });
  requireWithinLimits({ catalog: catalogs, prices: () => noPrices }, createTestPartner('shop'), terms);
}

test.each([
  ['that is fixed', catalog],
  ['that follows the configuration', live],
])('checks an amount against a catalog %s', (_which, catalogs) => {
  expect(() => judge(catalogs, '100.001')).toThrow('EUR amounts have at most 2 decimals');
});

test('refuses no amount without a price', () => {
  expect(() => judge(live, '1')).not.toThrow();
});
