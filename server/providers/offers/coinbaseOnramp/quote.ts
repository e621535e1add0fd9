import { type Amount, formatAmount, zeroOf } from '@slipway/money/amount.ts';
import { vendorAmount } from '../amounts.ts';
import type { OfferAnswer, OfferRefusal, OfferRequest, ProviderOffer } from '../offerPort.ts';
import { offerAway, unknownCatalog } from '../refusals.ts';
import type { CoinbaseOnrampClient } from './client.ts';
import { type Priced, pricedOf, rescaled } from './priced.ts';
import { isNamed, isServed, type Listing, listingOf, PAYMENT_METHODS } from './words.ts';

/** Coinbase publishes no time. What it buys by card it sends at once; this leaves the networks time to confirm. */
const MINUTES = 10;

type Refused = Extract<OfferAnswer, { kind: 'refused' | 'unavailable' }>;
type Market = { readonly listing: Listing; readonly method: string; readonly least: Amount; readonly most: Amount };
type Price = { readonly kind: 'priced'; readonly priced: Priced } | Refused;

/**
 * Asks the first version for a price, since the second one quotes only together with a session and a wallet's address
 * (https://docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/generating-quotes, read 2026-11-22). The buyer's IP address is not
 * told before the buyer has chosen Coinbase.
 */
export async function quoteAt(
  client: CoinbaseOnrampClient,
  request: OfferRequest,
  signal: AbortSignal,
): Promise<OfferAnswer> {
  const market = await marketOf(client, request, signal);
  if ('kind' in market) return market;
  const price = (pay: Amount) => priceAt(client, request, market, pay, signal);
  const answer = request.side === 'Pay' ? await price(request.asked) : await priceOfCoins(request.asked, market, price);
  return answer.kind === 'priced' ? { kind: 'ok', value: offerOf(answer.priced) } : answer;
}

async function marketOf(
  client: CoinbaseOnrampClient,
  request: OfferRequest,
  signal: AbortSignal,
): Promise<Market | Refused> {
  const { country, coin, payAsset } = request;
  const config = await client.config(signal);
  if (!config) return unknownCatalog('Coinbase');
  if (!isServed(config, country)) return refusal('region', country);
  const options = await client.options(country, signal);
  if (!options) return unknownCatalog('Coinbase');
  const listing = listingOf(options, coin);
  if (!listing) return refusal('coin', coin.symbol);
  const currency = options.paymentCurrencies.find(({ id }) => id === payAsset.code);
  if (!currency) return refusal('pay_currency', payAsset.code);
  const method = PAYMENT_METHODS[request.method];
  const limit = currency.limits.find(({ id }) => id === method);
  if (!method || !limit) return refusal('method', request.method);
  const [least, most] = [vendorAmount(payAsset, limit.min, 'up'), vendorAmount(payAsset, limit.max, 'down')];
  return { listing, method, least, most };
}

async function priceAt(
  client: CoinbaseOnrampClient,
  { payAsset, coin, country }: OfferRequest,
  { listing, method, least, most }: Market,
  pay: Amount,
  signal: AbortSignal,
): Promise<Price> {
  if (pay.units < least.units) return refusal('below_minimum', `less than ${formatAmount(least)}`, least);
  if (pay.units > most.units) return refusal('above_maximum', `more than ${formatAmount(most)}`, most);
  const content = {
    purchaseCurrency: listing.purchaseCurrency,
    purchaseNetwork: listing.network,
    paymentAmount: formatAmount(pay),
    paymentCurrency: payAsset.code,
    paymentMethod: method,
    country,
  };
  const answer = await client.quote(content, signal);
  if (answer.kind === 'failed') return offerAway(answer);
  if (answer.kind === 'refused') return refusal('other', answer.words);
  // A currency that Coinbase does not take is answered in dollars (`paymentTotal` of the quote).
  if (answer.body.paymentTotal.currency !== payAsset.code)
    return refusal('pay_currency', answer.body.paymentTotal.currency);
  const { paymentSubtotal, coinbaseFee, networkFee, purchaseAmount } = answer.body;
  const isOfPay = [paymentSubtotal, coinbaseFee, networkFee].every(({ currency }) => currency === payAsset.code);
  if (!isOfPay || !isNamed(purchaseAmount.currency, listing)) return refusal('unusable', purchaseAmount.currency);
  const priced = pricedOf(answer.body, payAsset, coin.asset);
  return priced.receive.units > 0n ? { kind: 'priced', priced } : refusal('other', 'it would buy nothing');
}

/**
 * The first version takes amounts of money alone: a price near the wanted coins is found with a small purchase, and the rest
 * is proportional. The session then asks for exactly these coins.
 */
async function priceOfCoins(
  coins: Amount,
  { least, most }: Market,
  price: (pay: Amount) => Promise<Price>,
): Promise<Price> {
  const small = { ...least, units: least.units * 10n };
  const rough = await price(small.units < most.units ? small : most);
  if (rough.kind !== 'priced') return rough;
  const near = await price(rescaled(rough.priced, coins).pay);
  return near.kind === 'priced' ? { kind: 'priced', priced: rescaled(near.priced, coins) } : near;
}

function refusal(reason: OfferRefusal, detail: string, limit?: Amount): Refused {
  return { kind: 'refused', reason, detail, ...(limit && { limit }) };
}

/**
 * `needsAccount`: the hosted page serves whoever has a Coinbase account. Guests were served until 30 June 2026 and are left to
 * the headless API, which is documented for the United States (https://docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/overview
 * and onramp/docs/welcome, read 2026-11-22). An account has shown a document. Coinbase pays the site nothing.
 */
function offerOf({ pay, receive, fee, networkFee }: Priced): ProviderOffer {
  return {
    pay,
    receive,
    processingFee: fee,
    networkFee,
    affiliateFee: zeroOf(pay.asset),
    publishedMinutes: MINUTES,
    identity: 'document',
    needsAccount: true,
  };
}
