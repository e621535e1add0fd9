import { parseAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { type Catalog, requireCrypto, requirePayCurrency } from '../catalog/catalog.ts';
import type { QuoteTerms } from './pricedQuote.ts';

/** Returns the terms of a quote: a hundred euros for ether, one percent above the market, by every method of the catalog. */
export function createEtherTerms(catalog: Catalog): QuoteTerms {
  const payCurrency = requirePayCurrency(catalog, 'EUR');
  return {
    side: 'Pay',
    amount: parseAmount(payCurrency.asset, '100'),
    conditions: {
      payCurrency,
      crypto: requireCrypto(catalog, 'ETH'),
      mid: parseDecimal('3200'),
      price: parseDecimal('3232'),
      networkFee: parseAmount(payCurrency.asset, '1'),
    },
    methods: payCurrency.methods,
  };
}
