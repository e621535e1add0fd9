import { createAmount, createZeroAmount, formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import type { OfferAnswer, OfferRequest, ProviderOffer } from '../offerPort.ts';
import { buildCatalogUnavailable, refuseOffer, refuseOutsideLimits, toUnavailableOffer } from '../refusals.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { RampAsset, RampClient, RampQuote } from './client.ts';
import { findRampAsset, formatRampSymbol, isSameCoin, RAMP_METHODS } from './vendorNames.ts';

/** Requests a price. Ramp publishes limits with the assets, so an amount outside them is refused without a call. */
export async function requestOffer(
  client: RampClient,
  request: OfferRequest,
  signal: AbortSignal,
): Promise<OfferAnswer> {
  const { coin, payAsset, side, amount: requestedAmount } = request;
  const methods = await client.methods(signal);
  if (!methods) return buildCatalogUnavailable('Ramp Network');
  const unserved = refuseUnserved(methods, request);
  if (unserved) return unserved;
  const assets = await client.assets(payAsset.code, signal);
  if (!assets) return buildCatalogUnavailable('Ramp Network');
  const asset = findRampAsset(assets.assets, coin);
  if (!asset) return refuseOffer('coin', coin.symbol);
  const least = asset.minPurchaseAmount ?? assets.minPurchaseAmount;
  const most = asset.maxPurchaseAmount ?? assets.maxPurchaseAmount;
  const beyond = side === 'Pay' && refuseOutsideLimits(requestedAmount, least, most);
  if (beyond) return beyond;
  const answer = await client.quote(
    {
      cryptoAssetSymbol: formatRampSymbol(asset),
      fiatCurrency: payAsset.code,
      userCountryCode: request.country,
      ...(side === 'Pay'
        ? { fiatValue: Number(formatAmount(requestedAmount)) }
        : { cryptoAmount: String(requestedAmount.units) }),
    },
    signal,
  );
  if (answer.kind === 'failed') return toUnavailableOffer(answer);
  // The only code that Ramp publishes (https://docs.rampnetwork.com/rest-api-reference, read 2026-11-22).
  if (answer.kind === 'refused')
    return refuseOffer(answer.message.includes('UNSUPPORTED_CURRENCY_FOR') ? 'method' : 'other', answer.message);
  const rampMethod = RAMP_METHODS[request.method];
  const quote = rampMethod && answer.body[rampMethod.name];
  if (!quote) return refuseOffer('method', request.method);
  if (!isSameCoin(answer.body.asset, coin) || quote.fiatCurrency !== payAsset.code)
    return refuseOffer('unusable', `${formatRampSymbol(answer.body.asset)} for ${quote.fiatCurrency}`);
  const offer = toProviderOffer(quote, asset, request, rampMethod.publishedMinutes);
  return refuseOutsideLimits(offer.pay, least, most) ?? { kind: 'ok', value: offer };
}

type Methods = NonNullable<Awaited<ReturnType<RampClient['methods']>>>;

/** Refuses a country, a currency, or a method that Ramp does not offer for both; returns undefined otherwise. */
function refuseUnserved(methods: Methods, { country, payAsset, method }: OfferRequest): OfferAnswer | undefined {
  const methodsInCountry = methods.filter(({ countries }) => countries.includes(country.toLowerCase()));
  if (methodsInCountry.length === 0) return refuseOffer('region', country);
  if (!methods.some(({ currencies }) => currencies.includes(payAsset.code)))
    return refuseOffer('pay_currency', payAsset.code);
  const isSold = methodsInCountry.some(
    (one) => one.name === RAMP_METHODS[method]?.name && one.currencies.includes(payAsset.code),
  );
  return isSold ? undefined : refuseOffer('method', method);
}

/**
 * `fiatValue` is the total that the buyer pays; it includes `appliedFee`, which includes the network's part
 * (rest-api-v3-reference).
 */
function toProviderOffer(
  quote: RampQuote,
  asset: RampAsset,
  { payAsset, coin }: OfferRequest,
  publishedMinutes: number,
): ProviderOffer {
  const up = (text: string) => parseVendorAmount(payAsset, text, 'up');
  const fees = up(quote.appliedFee);
  const published = asset.networkFee === undefined ? createZeroAmount(payAsset) : up(asset.networkFee);
  const networkFee = published.units < fees.units ? published : fees;
  return {
    pay: up(quote.fiatValue),
    receive: createAmount(coin.asset, BigInt(quote.cryptoAmount)),
    processingFee: subtractAmounts(fees, networkFee),
    networkFee,
    affiliateFee:
      quote.hostFeeCut === undefined
        ? createZeroAmount(payAsset)
        : parseVendorAmount(payAsset, quote.hostFeeCut, 'down'),
    publishedMinutes,
    // Every new buyer has to show a document there, for any amount (https://support.rampnetwork.com, verification, read
    // 2026-11-22).
    identity: 'document',
    needsAccount: false,
  };
}
