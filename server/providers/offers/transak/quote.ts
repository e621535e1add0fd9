import { formatAmount, zeroOf } from '@slipway/money/amount.ts';
import { vendorAmount } from '../amounts.ts';
import type { OfferAnswer, OfferRequest, ProviderOffer } from '../offerPort.ts';
import { offerAway, refuseBeyond, refuseOffer, unknownCatalog } from '../refusals.ts';
import type { TransakClient } from './client.ts';
import type { TransakQuote } from './schemas.ts';
import { coinOf, isNamed, isServed, optionOf } from './words.ts';

/** As Transak publishes it with its payment options: cards within minutes, transfers within a working day. */
const PUBLISHED_MINUTES = { credit_debit_card: 5, apple_pay: 5, google_pay: 5, bank_transfer: 24 * 60 } as const;

/** Limits are published with the payment options, so that a refusal of them needs no question of its own. */
export async function quoteAt(client: TransakClient, request: OfferRequest, signal: AbortSignal): Promise<OfferAnswer> {
  const { coin, payAsset, method, side, asked } = request;
  const [coins, currencies, countries] = await Promise.all([
    client.coins(signal),
    client.currencies(signal),
    client.countries(signal),
  ]);
  if (!coins || !currencies || !countries) return unknownCatalog('Transak');
  if (!countries.some(({ alpha2, isAllowed }) => isAllowed && alpha2 === request.country))
    return refuseOffer('region', request.country);
  const sold = coinOf(coins, coin);
  if (!sold?.isAllowed) return refuseOffer('coin', coin.symbol);
  if (sold.kycCountriesNotSupported.includes(request.country)) return refuseOffer('region', request.country);
  const currency = currencies.find(({ symbol, isAllowed }) => isAllowed && symbol === payAsset.code);
  if (!currency) return refuseOffer('pay_currency', payAsset.code);
  const option = optionOf(currency, method);
  if (!option || !isServed(currency, request.country)) return refuseOffer('method', method);
  const beyond = side === 'Pay' && refuseBeyond(asked, option.minAmount, option.maxAmount);
  if (beyond) return beyond;
  const answer = await client.quote(
    {
      fiatCurrency: payAsset.code,
      cryptoCurrency: sold.symbol,
      network: sold.network.name,
      isBuyOrSell: 'BUY',
      paymentMethod: option.id,
      quoteCountryCode: request.country,
      [side === 'Pay' ? 'fiatAmount' : 'cryptoAmount']: formatAmount(asked),
    },
    signal,
  );
  if (answer.kind === 'failed') return offerAway(answer);
  if (answer.kind === 'refused')
    return refuseOffer(/not (?:supported|available)/i.test(answer.words) ? 'method' : 'other', answer.words);
  if (answer.body.fiatCurrency !== payAsset.code || !isNamed(answer.body, sold))
    return refuseOffer('unusable', `${answer.body.cryptoCurrency} on ${answer.body.network}`);
  const offer = offerOf(answer.body, request);
  return refuseBeyond(offer.pay, option.minAmount, option.maxAmount) ?? { kind: 'ok', value: offer };
}

/** `fiatAmount` is all that the buyer pays, `totalFee` within it (docs.transak.com, get-price, read 2026-11-22). */
function offerOf(quote: TransakQuote, { payAsset, coin, method }: OfferRequest): ProviderOffer {
  const up = (text: string) => vendorAmount(payAsset, text, 'up');
  const part = (id: string) => quote.feeBreakdown.find((one) => one.id === id)?.value;
  const [network, partner] = [part('network_fee'), part('partner_fee')];
  const total = up(quote.totalFee);
  const networkFee = network === undefined ? zeroOf(payAsset) : up(network);
  const processing = total.units - networkFee.units;
  return {
    pay: up(quote.fiatAmount),
    receive: vendorAmount(coin.asset, quote.cryptoAmount, 'down'),
    processingFee: { ...total, units: processing > 0n ? processing : 0n },
    networkFee,
    affiliateFee: partner === undefined ? zeroOf(payAsset) : vendorAmount(payAsset, partner, 'down'),
    publishedMinutes: PUBLISHED_MINUTES[method],
    // Lighter checks exist for some countries and sums, which Transak decides on its page (docs.transak.com, KYC levels, read 2026-11-22).
    identity: 'document',
    needsAccount: false,
  };
}
