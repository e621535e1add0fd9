import { errorText } from '@slipway/contract/errors.ts';
import { type Amount, amountOf, fromDecimal, toDecimal } from '@slipway/money/amount.ts';
import { quotedDecimals } from '@slipway/money/asset.ts';
import { divide } from '@slipway/money/decimal.ts';
import type { Reply } from '../../platform/http/handlers.ts';
import type { TakenCurrency } from '../../providers/offers/offerPort.ts';
import { findCountry } from '../../region/countries.ts';
import { type Catalog, type Crypto, isAllowedIn, soldCryptos } from '../catalog/catalog.ts';
import type { OffersElsewhere } from './calls.ts';
import { payRow, receiveRow } from './listRows.ts';
import { type PriceBook, referencePrice } from './priceBook.ts';
import { inside, type Limits } from './shownLimits.ts';

export type ListContext = {
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly elsewhere: Pick<OffersElsewhere, 'market'>;
};

/** Nothing, and why: the page stays, and the quote says the same. */
const NOTHING = { data: [], message: errorText('no_provider') };

/** What another provider takes of the catalog's currencies, with its own limits. */
export async function providerPayList(
  { catalog, elsewhere }: ListContext,
  offerType: string,
  country: string,
): Promise<Reply<'payList'>> {
  const market = await elsewhere.market(offerType, country);
  const taken = market.kind === 'ok' ? takenIn(catalog, country, market.value.currencies) : [];
  const normalCurrency = usualCurrency(catalog, country, taken)?.asset.code ?? catalog.defaultPayCurrency;
  if (taken.length === 0) return { ...NOTHING, beside: { normalCurrency } };
  return {
    data: taken.flatMap(({ asset, methods, least, most }) => {
      const currency = catalog.payCurrencies.get(asset.code);
      return currency ? [payRow(currency, methods, { minimum: least, maximum: most })] : [];
    }),
    beside: { normalCurrency },
  };
}

/** What another provider sells of the catalog's cryptos. */
export async function providerGetList(
  { catalog, prices, elsewhere }: ListContext,
  offerType: string,
  country: string,
): Promise<Reply<'getList'>> {
  const market = await elsewhere.market(offerType, country);
  if (market.kind !== 'ok') return NOTHING;
  const sold = new Set(market.value.coins.map(({ asset }) => asset.id));
  const usual = usualCurrency(catalog, country, takenIn(catalog, country, market.value.currencies));
  const listed = soldCryptos(catalog).filter(({ asset }) => sold.has(asset.id));
  if (listed.length === 0) return NOTHING;
  return { data: listed.map((crypto) => receiveRow(crypto, boughtBetween(usual, crypto, prices()))) };
}

/** About what can be bought of a crypto where others alone sell. */
export async function receiveLimitsElsewhere(
  { catalog, prices, elsewhere }: ListContext,
  crypto: Crypto,
  country: string,
): Promise<Limits> {
  const market = await elsewhere.market('', country);
  const taken = market.kind === 'ok' ? takenIn(catalog, country, market.value.currencies) : [];
  return boughtBetween(usualCurrency(catalog, country, taken), crypto, prices());
}

/** The operator's rules of a country narrow what another provider takes there. */
function takenIn(catalog: Catalog, country: string, currencies: readonly TakenCurrency[]): TakenCurrency[] {
  const { methods } = catalog.countryRules(country);
  return currencies
    .filter(({ asset }) => isAllowedIn(catalog, asset.code, country))
    .map((taken) => ({ ...taken, methods: taken.methods.filter((method) => methods?.has(method) ?? true) }))
    .filter((taken) => taken.methods.length > 0);
}

/** The country's own currency where it is taken, else the operator's default, else the first that is. */
function usualCurrency(catalog: Catalog, country: string, taken: readonly TakenCurrency[]): TakenCurrency | undefined {
  const wanted = [findCountry(country)?.currency, catalog.defaultPayCurrency];
  return wanted.map((code) => taken.find(({ asset }) => asset.code === code)).find((one) => one) ?? taken[0];
}

/** What the fees of others may come to: they are only known for an amount. */
const FEES_PERCENT = 10n;

/** About what its limits buy at the market's middle; indicative, since the true limits are on what the buyer pays. */
function boughtBetween(taken: TakenCurrency | undefined, crypto: Crypto, book: PriceBook): Limits {
  const none = amountOf(crypto.asset, 0n);
  const reference = taken && referencePrice(book, crypto.marketBase, taken.asset.code, new Date());
  if (!taken || !reference) return { minimum: none, maximum: none };
  const bought = (pay: Amount | undefined) =>
    pay
      ? fromDecimal(crypto.asset, divide(toDecimal(pay), reference.mid, quotedDecimals(crypto.asset), 'down'), 'down')
      : none;
  return inside({ minimum: bought(taken.least), maximum: bought(taken.most) }, FEES_PERCENT);
}
