import { type Amount, createZeroAmount, formatAmount } from '@slipway/money/amount.ts';
import type { OfferAnswer, OfferRefusal, OfferRequest, ProviderOffer } from '../offerPort.ts';
import { buildCatalogUnavailable, toUnavailableOffer } from '../refusals.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { CoinbaseOnrampClient } from './client.ts';
import { type QuoteAmounts, scaleQuoteAmounts, toQuoteAmounts } from './quoteAmounts.ts';
import { findListing, isCountryServed, isListedCoin, type Listing, PAYMENT_METHODS } from './vendorNames.ts';

/** Coinbase publishes no time. It sends card purchases at once; this leaves time for network confirmations. */
const DELIVERY_MINUTES = 10;

type RefusedOffer = Extract<OfferAnswer, { kind: 'refused' | 'unavailable' }>;
type CoinMarket = { readonly listing: Listing; readonly method: string; readonly least: Amount; readonly most: Amount };
type PriceResult = { readonly kind: 'priced'; readonly priced: QuoteAmounts } | RefusedOffer;

/**
 * Requests a price from API version 1, since version 2 quotes only together with a session and a wallet address
 * (https://docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/generating-quotes, read 2026-11-22). The buyer's IP
 * address is not sent before the buyer has chosen Coinbase.
 */
export async function requestOffer(
  client: CoinbaseOnrampClient,
  request: OfferRequest,
  signal: AbortSignal,
): Promise<OfferAnswer> {
  const market = await findCoinMarket(client, request, signal);
  if ('kind' in market) return market;
  const price = (pay: Amount) => requestPrice(client, request, market, pay, signal);
  const answer =
    request.side === 'Pay' ? await price(request.amount) : await priceCoinAmount(request.amount, market, price);
  return answer.kind === 'priced' ? { kind: 'ok', value: toProviderOffer(answer.priced) } : answer;
}

async function findCoinMarket(
  client: CoinbaseOnrampClient,
  request: OfferRequest,
  signal: AbortSignal,
): Promise<CoinMarket | RefusedOffer> {
  const { country, coin, payAsset } = request;
  const config = await client.config(signal);
  if (!config) return buildCatalogUnavailable('Coinbase');
  if (!isCountryServed(config, country)) return buildRefusal('region', country);
  const options = await client.options(country, signal);
  if (!options) return buildCatalogUnavailable('Coinbase');
  const listing = findListing(options, coin);
  if (!listing) return buildRefusal('coin', coin.symbol);
  const currency = options.paymentCurrencies.find(({ id }) => id === payAsset.code);
  if (!currency) return buildRefusal('pay_currency', payAsset.code);
  const method = PAYMENT_METHODS[request.method];
  const limit = currency.limits.find(({ id }) => id === method);
  if (!method || !limit) return buildRefusal('method', request.method);
  const [least, most] = [parseVendorAmount(payAsset, limit.min, 'up'), parseVendorAmount(payAsset, limit.max, 'down')];
  return { listing, method, least, most };
}

async function requestPrice(
  client: CoinbaseOnrampClient,
  { payAsset, coin, country }: OfferRequest,
  { listing, method, least, most }: CoinMarket,
  pay: Amount,
  signal: AbortSignal,
): Promise<PriceResult> {
  if (pay.units < least.units) return buildRefusal('below_minimum', `less than ${formatAmount(least)}`, least);
  if (pay.units > most.units) return buildRefusal('above_maximum', `more than ${formatAmount(most)}`, most);
  const content = {
    purchaseCurrency: listing.purchaseCurrency,
    purchaseNetwork: listing.network,
    paymentAmount: formatAmount(pay),
    paymentCurrency: payAsset.code,
    paymentMethod: method,
    country,
  };
  const answer = await client.quote(content, signal);
  if (answer.kind === 'failed') return toUnavailableOffer(answer);
  if (answer.kind === 'refused') return buildRefusal('other', answer.message);
  // Coinbase answers in dollars for an unsupported currency (`paymentTotal` of the quote).
  if (answer.body.paymentTotal.currency !== payAsset.code)
    return buildRefusal('pay_currency', answer.body.paymentTotal.currency);
  const { paymentSubtotal, coinbaseFee, networkFee, purchaseAmount } = answer.body;
  const isInPayCurrency = [paymentSubtotal, coinbaseFee, networkFee].every(
    ({ currency }) => currency === payAsset.code,
  );
  if (!isInPayCurrency || !isListedCoin(purchaseAmount.currency, listing))
    return buildRefusal('unusable', purchaseAmount.currency);
  const priced = toQuoteAmounts(answer.body, payAsset, coin.asset);
  return priced.receive.units > 0n ? { kind: 'priced', priced } : buildRefusal('other', 'it would buy nothing');
}

/**
 * Version 1 quotes only for amounts of money. A small amount is quoted first, to estimate the amount for the wanted coins.
 * The quote for that amount is then scaled to exactly these coins, which the session requests later.
 */
async function priceCoinAmount(
  coins: Amount,
  { least, most }: CoinMarket,
  price: (pay: Amount) => Promise<PriceResult>,
): Promise<PriceResult> {
  const small = { ...least, units: least.units * 10n };
  const rough = await price(small.units < most.units ? small : most);
  if (rough.kind !== 'priced') return rough;
  const near = await price(scaleQuoteAmounts(rough.priced, coins).pay);
  return near.kind === 'priced' ? { kind: 'priced', priced: scaleQuoteAmounts(near.priced, coins) } : near;
}

function buildRefusal(reason: OfferRefusal, detail: string, limit?: Amount): RefusedOffer {
  return { kind: 'refused', reason, detail, ...(limit && { limit }) };
}

/**
 * `needsAccount`: the hosted page serves only buyers with a Coinbase account. It served guests until 30 June 2026;
 * since then they need the headless API, which is documented for the United States
 * (https://docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/overview and onramp/docs/welcome, read 2026-11-22).
 * Account holders have shown a document. Coinbase pays no affiliate fee.
 */
function toProviderOffer({ pay, receive, fee, networkFee }: QuoteAmounts): ProviderOffer {
  return {
    pay,
    receive,
    processingFee: fee,
    networkFee,
    affiliateFee: createZeroAmount(pay.asset),
    publishedMinutes: DELIVERY_MINUTES,
    identity: 'document',
    needsAccount: true,
  };
}
