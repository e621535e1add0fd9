import { amountOf, formatAmount, subtractAmounts, zeroOf } from '@slipway/money/amount.ts';
import { vendorAmount } from '../amounts.ts';
import type { OfferAnswer, OfferRequest, ProviderOffer } from '../offerPort.ts';
import { offerAway, refuseBeyond, refuseOffer, unknownCatalog } from '../refusals.ts';
import type { RampAsset, RampClient, RampQuote } from './client.ts';
import { assetOf, isSameCoin, RAMP_METHODS, symbolOf } from './words.ts';

/** As Ramp's help pages publish it: at once by card or wallet, up to a working day by transfer. */
const PUBLISHED_MINUTES = { credit_debit_card: 10, apple_pay: 10, google_pay: 10, bank_transfer: 24 * 60 } as const;

/** Limits are published with the assets, so that a refusal of them needs no question of its own. */
export async function quoteAt(client: RampClient, request: OfferRequest, signal: AbortSignal): Promise<OfferAnswer> {
  const { coin, payAsset, side, asked } = request;
  const methods = await client.methods(signal);
  if (!methods) return unknownCatalog('Ramp Network');
  const unserved = unservedOf(methods, request);
  if (unserved) return unserved;
  const assets = await client.assets(payAsset.code, signal);
  if (!assets) return unknownCatalog('Ramp Network');
  const asset = assetOf(assets.assets, coin);
  if (!asset) return refuseOffer('coin', coin.symbol);
  const least = asset.minPurchaseAmount ?? assets.minPurchaseAmount;
  const most = asset.maxPurchaseAmount ?? assets.maxPurchaseAmount;
  const beyond = side === 'Pay' && refuseBeyond(asked, least, most);
  if (beyond) return beyond;
  const answer = await client.quote(
    {
      cryptoAssetSymbol: symbolOf(asset),
      fiatCurrency: payAsset.code,
      userCountryCode: request.country,
      ...(side === 'Pay' ? { fiatValue: Number(formatAmount(asked)) } : { cryptoAmount: String(asked.units) }),
    },
    signal,
  );
  if (answer.kind === 'failed') return offerAway(answer);
  // The one code that Ramp publishes (https://docs.rampnetwork.com/rest-api-reference, read 2026-11-22).
  if (answer.kind === 'refused')
    return refuseOffer(answer.words.includes('UNSUPPORTED_CURRENCY_FOR') ? 'method' : 'other', answer.words);
  const quote = answer.body[RAMP_METHODS[request.method]];
  if (!quote) return refuseOffer('method', request.method);
  if (!isSameCoin(answer.body.asset, coin) || quote.fiatCurrency !== payAsset.code)
    return refuseOffer('unusable', `${symbolOf(answer.body.asset)} for ${quote.fiatCurrency}`);
  const offer = offerOf(quote, asset, request);
  return refuseBeyond(offer.pay, least, most) ?? { kind: 'ok', value: offer };
}

type Methods = NonNullable<Awaited<ReturnType<RampClient['methods']>>>;

/** A country or a currency that no way to pay knows is not served at all. */
function unservedOf(methods: Methods, { country, payAsset, method }: OfferRequest): OfferAnswer | undefined {
  const here = methods.filter(({ countries }) => countries.includes(country.toLowerCase()));
  if (here.length === 0) return refuseOffer('region', country);
  if (!methods.some(({ currencies }) => currencies.includes(payAsset.code)))
    return refuseOffer('pay_currency', payAsset.code);
  const isSold = here.some((one) => one.name === RAMP_METHODS[method] && one.currencies.includes(payAsset.code));
  return isSold ? undefined : refuseOffer('method', method);
}

/** `fiatValue` is all that the buyer pays; `appliedFee` is in it, and the network's part in that (rest-api-v3-reference). */
function offerOf(quote: RampQuote, asset: RampAsset, { payAsset, coin, method }: OfferRequest): ProviderOffer {
  const up = (text: string) => vendorAmount(payAsset, text, 'up');
  const fees = up(quote.appliedFee);
  const published = asset.networkFee === undefined ? zeroOf(payAsset) : up(asset.networkFee);
  const networkFee = published.units < fees.units ? published : fees;
  return {
    pay: up(quote.fiatValue),
    receive: amountOf(coin.asset, BigInt(quote.cryptoAmount)),
    processingFee: subtractAmounts(fees, networkFee),
    networkFee,
    affiliateFee: quote.hostFeeCut === undefined ? zeroOf(payAsset) : vendorAmount(payAsset, quote.hostFeeCut, 'down'),
    publishedMinutes: PUBLISHED_MINUTES[method],
    // Every new buyer shows a document there, whatever the amount (https://support.rampnetwork.com, verification, read 2026-11-22).
    identity: 'document',
    needsAccount: false,
  };
}
