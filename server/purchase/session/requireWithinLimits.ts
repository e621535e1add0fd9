import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import type { Partner } from '../../partner/partner.ts';
import { machineNow } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, soldCryptos } from '../catalog/catalog.ts';
import { termsOfInquiry } from '../quote/makeQuote.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import { priceMethods, type QuoteTerms, type Refusal, refusalOf } from '../quote/pricedQuote.ts';

export type LimitsContext = { readonly catalog: Catalog; readonly prices: () => PriceBook };

/**
 * Throws the refusal of a quote whose amount no method of the operator takes, such as `pay_amount_below_minimum` with the limit.
 * The buyer's country is not known yet, so its own limits count with the order only; nor are the limits of other providers,
 * or an amount in coins without the currency that is paid. While there is no reliable price, nothing is refused.
 */
export function requireWithinLimits({ catalog, prices }: LimitsContext, partner: Partner, terms: SessionTerms): void {
  const { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount } = terms;
  if (sendCurrency === '' || (sendCurrencyAmount === '' && getCurrencyAmount === '')) return;
  if (!catalog.sellsItself || !isOwnOffer(terms.offerType || partner.offerType)) return;
  const anywhere = withoutCountries(catalog);
  const method = terms.payMethod || partner.payMethod;
  const inquiry = { ...terms, partnerId: partner.id, payMethod: method };
  const cryptos = getCurrency === '' ? soldCryptos(catalog).map(({ id }) => id) : [getCurrency];
  let first: Refusal | undefined;
  for (const crypto of cryptos) {
    const refusal = judgeAmount(anywhere, prices(), { ...inquiry, getCurrency: crypto });
    if (!refusal) return;
    if (refusal.error !== 'price_unavailable') first ??= refusal;
  }
  if (first) throw new AppError(first.error, first.facts);
}

/** Field by field: the catalog of a running server is a proxy that has no properties of its own to spread. */
function withoutCountries({
  payCurrencies,
  cryptos,
  networks,
  transferAccounts,
  defaultPayCurrency,
  defaultCrypto,
  defaultMethod,
  sellsItself,
}: Catalog): Catalog {
  return {
    payCurrencies,
    cryptos,
    networks,
    transferAccounts,
    defaultPayCurrency,
    defaultCrypto,
    defaultMethod,
    sellsItself,
    countryRules: () => ({ banned: false, citizensServed: true }),
  };
}

function judgeAmount(
  catalog: Catalog,
  book: PriceBook,
  inquiry: Parameters<typeof termsOfInquiry>[3],
): Refusal | undefined {
  try {
    const terms = termsOfInquiry(catalog, book, machineNow(), inquiry, '');
    const { payMethod } = inquiry;
    const methods = payMethod === '' ? terms.methods : terms.methods.filter(({ method }) => method === payMethod);
    return widestRefusal({ ...terms, methods });
  } catch (error) {
    return refusalOf(error);
  }
}

/** Undefined where a method takes the amount, else the refusal with the limit that reaches furthest. */
function widestRefusal(terms: QuoteTerms): Refusal | undefined {
  const pricings = priceMethods(terms);
  if (pricings.some(({ refusal }) => !refusal)) return undefined;
  const [first] = pricings;
  if (!first?.refusal) return { error: 'method_unavailable', facts: {} };
  const isTooLow = first.refusal.error === 'pay_amount_below_minimum';
  const furthest = terms.methods.reduce((one, other) =>
    (isTooLow ? other.minimumUnits < one.minimumUnits : other.maximumUnits > one.maximumUnits) ? other : one,
  );
  return pricings.find(({ method }) => method === furthest.method)?.refusal ?? first.refusal;
}
