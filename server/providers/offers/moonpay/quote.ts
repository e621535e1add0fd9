import { addAmounts, formatAmount } from '@slipway/money/amount.ts';
import { vendorAmount } from '../amounts.ts';
import type { OfferAnswer, OfferRequest } from '../offerPort.ts';
import { offerAway, refuseBeyond, refuseOffer, unknownCatalog } from '../refusals.ts';
import type { MoonpayClient, MoonpayQuote } from './client.ts';
import { currencyOf, fiatOf, isCode, isServed, paymentMethodOf } from './words.ts';

/** As MoonPay's help pages publish it: cards within minutes, a transfer within a working day. */
const PUBLISHED_MINUTES = { credit_debit_card: 10, apple_pay: 10, google_pay: 10, bank_transfer: 24 * 60 } as const;

/** Asks for a price, and where MoonPay refuses, for what it would take instead. */
export async function quoteAt(client: MoonpayClient, request: OfferRequest, signal: AbortSignal): Promise<OfferAnswer> {
  const { coin, payAsset, method, side, asked } = request;
  const [currencies, countries] = await Promise.all([client.currencies(signal), client.countries(signal)]);
  if (!currencies || !countries) return unknownCatalog('MoonPay');
  if (!isServed(countries, request.country)) return refuseOffer('region', request.country);
  const currency = currencyOf(currencies, coin);
  if (!currency || currency.isSuspended) return refuseOffer('coin', coin.symbol);
  if (currency.notAllowedCountries.includes(request.country)) return refuseOffer('region', request.country);
  const code = payAsset.code.toLowerCase();
  if (!fiatOf(currencies, code)) return refuseOffer('pay_currency', code);
  const paymentMethod = paymentMethodOf(method, payAsset.code);
  if (!paymentMethod) return refuseOffer('method', method);

  const query = { baseCurrencyCode: code, paymentMethod, areFeesIncluded: 'true' };
  const amount = { [side === 'Pay' ? 'baseCurrencyAmount' : 'quoteCurrencyAmount']: formatAmount(asked) };
  const answer = await client.buyQuote(currency.code, { ...query, ...amount }, signal);
  if (answer.kind === 'answered') {
    const { baseCurrencyCode, quoteCurrencyCode } = answer.body;
    if (!isCode(baseCurrencyCode, code) || !isCode(quoteCurrencyCode, currency.code))
      return refuseOffer('unusable', `${quoteCurrencyCode} for ${baseCurrencyCode}`);
    return { kind: 'ok', value: offerOf(answer.body, request) };
  }
  if (answer.kind === 'failed') return offerAway(answer);
  if (/not supported/i.test(answer.words)) return refuseOffer('method', answer.words);
  if (side === 'Get') return refuseOffer('other', answer.words);
  const limits = await client.limits(currency.code, query, signal);
  if (limits.kind === 'failed') return offerAway(limits);
  if (limits.kind === 'refused') return refuseOffer('other', answer.words);
  const { minBuyAmount, maxBuyAmount } = limits.body.baseCurrency;
  if (!isCode(limits.body.baseCurrency.code, code)) return refuseOffer('other', answer.words);
  return refuseBeyond(asked, minBuyAmount, maxBuyAmount) ?? refuseOffer('other', answer.words);
}

/** The buyer pays `totalAmount`, all fees included; `extraFeeAmount` is the operator's part. */
function offerOf(quote: MoonpayQuote, { payAsset, coin, method }: OfferRequest) {
  const up = (text: string) => vendorAmount(payAsset, text, 'up');
  const affiliateFee = up(quote.extraFeeAmount);
  return {
    pay: up(quote.totalAmount),
    receive: vendorAmount(coin.asset, quote.quoteCurrencyAmount, 'down'),
    processingFee: addAmounts(up(quote.feeAmount), affiliateFee),
    networkFee: up(quote.networkFeeAmount),
    affiliateFee,
    publishedMinutes: PUBLISHED_MINUTES[method],
    // Every new buyer shows a document there, whatever the amount (https://support.moonpay.com, verification, read 2026-11-22).
    identity: 'document',
    needsAccount: false,
  } as const;
}
