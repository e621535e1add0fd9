import { createZeroAmount, formatAmount } from '@slipway/money/amount.ts';
import type { OfferAnswer, OfferRequest, ProviderOffer } from '../offerPort.ts';
import { buildCatalogUnavailable, refuseOffer, refuseOutsideLimits, toUnavailableOffer } from '../refusals.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { TransakClient } from './client.ts';
import type { TransakQuote } from './schemas.ts';
import { findPaymentOption, findTransakCoin, isCountryServed, isMatchingCoin, TRANSAK_METHODS } from './vendorNames.ts';

/** Requests a price. Transak publishes limits of payments: a payment outside them is refused without a call. */
export async function requestOffer(
  client: TransakClient,
  request: OfferRequest,
  signal: AbortSignal,
): Promise<OfferAnswer> {
  const { coin, payAsset, method, side, amount: requestedAmount } = request;
  const [coins, currencies, countries] = await Promise.all([
    client.coins(signal),
    client.currencies(signal),
    client.countries(signal),
  ]);
  if (!coins || !currencies || !countries) return buildCatalogUnavailable('Transak');
  if (!countries.some(({ alpha2, isAllowed }) => isAllowed && alpha2 === request.country))
    return refuseOffer('region', request.country);
  const sold = findTransakCoin(coins, coin);
  if (!sold?.isAllowed) return refuseOffer('coin', coin.symbol);
  if (sold.kycCountriesNotSupported.includes(request.country)) return refuseOffer('region', request.country);
  const currency = currencies.find(({ symbol, isAllowed }) => isAllowed && symbol === payAsset.code);
  if (!currency) return refuseOffer('pay_currency', payAsset.code);
  const option = findPaymentOption(currency, method);
  const publishedMinutes = TRANSAK_METHODS[method]?.publishedMinutes;
  if (!option || publishedMinutes === undefined || !isCountryServed(currency, request.country))
    return refuseOffer('method', method);
  const beyond = side === 'Pay' && refuseOutsideLimits(requestedAmount, option.minAmount, option.maxAmount);
  if (beyond) return beyond;
  const answer = await client.quote(
    {
      fiatCurrency: payAsset.code,
      cryptoCurrency: sold.symbol,
      network: sold.network.name,
      isBuyOrSell: 'BUY',
      paymentMethod: option.id,
      quoteCountryCode: request.country,
      [side === 'Pay' ? 'fiatAmount' : 'cryptoAmount']: formatAmount(requestedAmount),
    },
    signal,
  );
  if (answer.kind === 'failed') return toUnavailableOffer(answer);
  if (answer.kind === 'refused')
    return refuseOffer(/not (?:supported|available)/i.test(answer.message) ? 'method' : 'other', answer.message);
  if (answer.body.fiatCurrency !== payAsset.code || !isMatchingCoin(answer.body, sold))
    return refuseOffer('unusable', `${answer.body.cryptoCurrency} on ${answer.body.network}`);
  const offer = toProviderOffer(answer.body, request, publishedMinutes);
  return refuseOutsideLimits(offer.pay, option.minAmount, option.maxAmount) ?? { kind: 'ok', value: offer };
}

/**
 * `fiatAmount` is the total that the buyer pays, including `totalFee` (docs.transak.com, get-price, read 2026-11-22).
 */
function toProviderOffer(
  quote: TransakQuote,
  { payAsset, coin }: OfferRequest,
  publishedMinutes: number,
): ProviderOffer {
  const up = (text: string) => parseVendorAmount(payAsset, text, 'up');
  const part = (id: string) => quote.feeBreakdown.find((one) => one.id === id)?.value;
  const [network, partner] = [part('network_fee'), part('partner_fee')];
  const total = up(quote.totalFee);
  const networkFee = network === undefined ? createZeroAmount(payAsset) : up(network);
  const processing = total.units - networkFee.units;
  return {
    pay: up(quote.fiatAmount),
    receive: parseVendorAmount(coin.asset, quote.cryptoAmount, 'down'),
    processingFee: { ...total, units: processing > 0n ? processing : 0n },
    networkFee,
    affiliateFee: partner === undefined ? createZeroAmount(payAsset) : parseVendorAmount(payAsset, partner, 'down'),
    publishedMinutes,
    // Lighter checks exist for some countries and amounts; Transak decides on its page (docs.transak.com, KYC levels,
    // read 2026-11-22).
    identity: 'document',
    needsAccount: false,
  };
}
