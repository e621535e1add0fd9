import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import type { Partner } from '../../partner/partner.ts';
import { machineNow } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, listSoldCryptos } from '../catalog/catalog.ts';
import { computeInquiryTerms } from '../quote/makeQuote.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import { priceMethods, type QuoteRefusal, type QuoteTerms, toQuoteRefusal } from '../quote/pricedQuote.ts';

export type LimitsContext = { readonly catalog: Catalog; readonly prices: () => PriceBook };

/**
 * Throws a quote's refusal if no method of the operator accepts the amount, such as `pay_amount_below_minimum` with the
 * limit. It does not check limits of other providers, limits of the buyer's country, which is unknown before the order, or an
 * amount in coins without a pay currency. Without a reliable price it refuses nothing.
 */
export function requireWithinLimits({ catalog, prices }: LimitsContext, partner: Partner, terms: SessionTerms): void {
  const { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount } = terms;
  if (sendCurrency === '' || (sendCurrencyAmount === '' && getCurrencyAmount === '')) return;
  if (!catalog.operatorSells || !isOwnOffer(terms.offerType || partner.offerType)) return;
  const anywhere = omitCountries(catalog);
  const method = terms.payMethod || partner.payMethod;
  const inquiry = { ...terms, partnerId: partner.id, payMethod: method };
  const cryptos = getCurrency === '' ? listSoldCryptos(catalog).map(({ id }) => id) : [getCurrency];
  let first: QuoteRefusal | undefined;
  for (const crypto of cryptos) {
    const refusal = judgeAmount(anywhere, prices(), { ...inquiry, getCurrency: crypto });
    if (!refusal) return;
    if (refusal.error !== 'price_unavailable') first ??= refusal;
  }
  if (first) throw new AppError(first.error, first.facts);
}

/**
 * Returns the catalog without countries. It copies each field, since the catalog of a running server is a proxy without own
 * properties to spread.
 */
function omitCountries({
  payCurrencies,
  cryptos,
  networks,
  transferAccounts,
  defaultPayCurrency,
  defaultCrypto,
  defaultMethod,
  operatorSells,
}: Catalog): Catalog {
  return {
    payCurrencies,
    cryptos,
    networks,
    transferAccounts,
    defaultPayCurrency,
    defaultCrypto,
    defaultMethod,
    operatorSells,
    countryRules: () => ({ banned: false, citizensServed: true }),
  };
}

function judgeAmount(
  catalog: Catalog,
  book: PriceBook,
  inquiry: Parameters<typeof computeInquiryTerms>[3],
): QuoteRefusal | undefined {
  try {
    const terms = computeInquiryTerms(catalog, book, machineNow(), inquiry, '');
    const { payMethod } = inquiry;
    const methods = payMethod === '' ? terms.methods : terms.methods.filter(({ method }) => method === payMethod);
    return findWidestRefusal({ ...terms, methods });
  } catch (error) {
    return toQuoteRefusal(error);
  }
}

/** Returns undefined if a method accepts the amount, else the refusal with the widest limit. */
function findWidestRefusal(terms: QuoteTerms): QuoteRefusal | undefined {
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
