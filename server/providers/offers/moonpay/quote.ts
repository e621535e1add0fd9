import { addAmounts, formatAmount } from '@slipway/money/amount.ts';
import type { OfferAnswer, OfferRequest } from '../offerPort.ts';
import { buildCatalogUnavailable, refuseOffer, refuseOutsideLimits, toUnavailableOffer } from '../refusals.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { MoonpayClient, MoonpayQuote } from './client.ts';
import {
  findCurrency,
  findFiatCurrency,
  isCountryServed,
  isSameCode,
  MOONPAY_METHODS,
  toMoonpayMethod,
} from './vendorNames.ts';

/** Requests a price. If MoonPay refuses an amount of money, queries the limits and names the one that is exceeded. */
export async function requestOffer(
  client: MoonpayClient,
  request: OfferRequest,
  signal: AbortSignal,
): Promise<OfferAnswer> {
  const { coin, payAsset, method, side, amount: requestedAmount } = request;
  const [currencies, countries] = await Promise.all([client.currencies(signal), client.countries(signal)]);
  if (!currencies || !countries) return buildCatalogUnavailable('MoonPay');
  if (!isCountryServed(countries, request.country)) return refuseOffer('region', request.country);
  const currency = findCurrency(currencies, coin);
  if (!currency || currency.isSuspended) return refuseOffer('coin', coin.symbol);
  if (currency.notAllowedCountries.includes(request.country)) return refuseOffer('region', request.country);
  const code = payAsset.code.toLowerCase();
  if (!findFiatCurrency(currencies, code)) return refuseOffer('pay_currency', code);
  const paymentMethod = toMoonpayMethod(method, payAsset.code);
  const publishedMinutes = MOONPAY_METHODS[method]?.publishedMinutes;
  if (!paymentMethod || publishedMinutes === undefined) return refuseOffer('method', method);

  const query = { baseCurrencyCode: code, paymentMethod, areFeesIncluded: 'true' };
  const amount = { [side === 'Pay' ? 'baseCurrencyAmount' : 'quoteCurrencyAmount']: formatAmount(requestedAmount) };
  const answer = await client.buyQuote(currency.code, { ...query, ...amount }, signal);
  if (answer.kind === 'answered') {
    const { baseCurrencyCode, quoteCurrencyCode } = answer.body;
    if (!isSameCode(baseCurrencyCode, code) || !isSameCode(quoteCurrencyCode, currency.code))
      return refuseOffer('unusable', `${quoteCurrencyCode} for ${baseCurrencyCode}`);
    return { kind: 'ok', value: toProviderOffer(answer.body, request, publishedMinutes) };
  }
  if (answer.kind === 'failed') return toUnavailableOffer(answer);
  if (/not supported/i.test(answer.message)) return refuseOffer('method', answer.message);
  if (side === 'Get') return refuseOffer('other', answer.message);
  const limits = await client.limits(currency.code, query, signal);
  if (limits.kind === 'failed') return toUnavailableOffer(limits);
  if (limits.kind === 'refused') return refuseOffer('other', answer.message);
  const { minBuyAmount, maxBuyAmount } = limits.body.baseCurrency;
  if (!isSameCode(limits.body.baseCurrency.code, code)) return refuseOffer('other', answer.message);
  return refuseOutsideLimits(requestedAmount, minBuyAmount, maxBuyAmount) ?? refuseOffer('other', answer.message);
}

/** The buyer pays `totalAmount`, including all fees; `extraFeeAmount` is the operator's share. */
function toProviderOffer(quote: MoonpayQuote, { payAsset, coin }: OfferRequest, publishedMinutes: number) {
  const up = (text: string) => parseVendorAmount(payAsset, text, 'up');
  return {
    pay: up(quote.totalAmount),
    receive: parseVendorAmount(coin.asset, quote.quoteCurrencyAmount, 'down'),
    processingFee: addAmounts(up(quote.feeAmount), up(quote.extraFeeAmount)),
    networkFee: up(quote.networkFeeAmount),
    affiliateFee: parseVendorAmount(payAsset, quote.extraFeeAmount, 'down'),
    publishedMinutes,
    // Every new buyer has to show a document there, for any amount (https://support.moonpay.com, verification, read
    // 2026-11-22).
    identity: 'document',
    needsAccount: false,
  } as const;
}
