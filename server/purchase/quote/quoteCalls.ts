import type { CallInput } from '@slipway/contract/calls.ts';
import { isOwnOffer, OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { createAmount, createZeroAmount, formatAmount } from '@slipway/money/amount.ts';
import { priceFromPay } from '@slipway/money/pricing.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller, Handlers } from '../../platform/http/handlers.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { MarketAnswer } from '../../providers/offers/offerPort.ts';
import { findRequiredIdentity } from '../../risk/findRequiredIdentity.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { getMethodImage } from '../catalog/catalogImages.ts';
import {
  type ChosenOffer,
  choosePricing,
  computeEuroCents,
  computeInquiryTerms,
  listPayableMethods,
  presentPurchase,
  presentQuote,
  type QuoteOptions,
  requireDeliverable,
} from './makeQuote.ts';
import type { PriceBook } from './priceBook.ts';
import { type MethodPricing, priceMethods, type QuoteTerms, toQuoteRefusal } from './pricedQuote.ts';
import { type IssuedQuote, QUOTE_LIFETIME_SECONDS, type QuoteTokens } from './quoteToken.ts';
import { renewAttribution } from './renewAttribution.ts';

/** A quote, and our own prices by method; `own` is undefined if only other providers sell. */
type PricedQuote = { readonly issued: IssuedQuote; readonly own: readonly MethodPricing[] | undefined };

type Wanted = { readonly offerType: string; readonly payMethod: PayMethod | '' };

/** The offers of other providers for a quote. */
export type OtherProviderOffers = {
  /** Ids of the providers from which prices may be requested. */
  offerTypes(): readonly string[];
  /**
   * Returns what a provider last reported to sell and accept in a country. For the operator's own offer, or none, it returns
   * the union of all providers.
   */
  market(offerType: string, country: string): Promise<MarketAnswer>;
  /**
   * Returns a provider's price for a quote, from which an order can be created. Throws the provider's refusal, or
   * `no_provider` if the provider is unknown.
   */
  price(issued: IssuedQuote, wanted: Wanted): Promise<ChosenOffer>;
  /** Returns the cheapest offer, or throws the most useful refusal. */
  best(issued: IssuedQuote, payMethod: PayMethod | ''): Promise<ChosenOffer>;
  /** Returns the methods by which any provider accepts the quote's currency. */
  methods(issued: IssuedQuote): Promise<readonly PayMethod[]>;
};

export type QuoteContext = {
  readonly otherProviderOffers: OtherProviderOffers;
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly quoteTokens: QuoteTokens;
  readonly clock: Clock;
  readonly database: Database;
  readonly rules: Rules;
};

export function quoteCalls(
  context: QuoteContext,
): Pick<Handlers, 'offerInquiry' | 'offerInquiryInfo' | 'priceList' | 'offerMethodList'> {
  /** Returns our own price, or requests that of another provider. */
  async function chooseOffer({ issued, own }: PricedQuote, wanted: Wanted, caller: Caller): Promise<ChosenOffer> {
    if (!isOwnOffer(wanted.offerType)) return context.otherProviderOffers.price(issued, wanted);
    if (!own) return context.otherProviderOffers.best(issued, wanted.payMethod);
    const { purchase, method } = choosePricing(own, wanted.payMethod);
    const identity = await findRequiredIdentity(
      context,
      caller.session,
      computeEuroCents(context.prices(), purchase.pay),
    );
    return { offerType: OWN_OFFER_TYPE, method, purchase, price: issued.terms.conditions.price, identity };
  }

  /** Returns the quote's attribution. The token of an earlier quote is ignored if it is not ours. */
  function readAttribution({ token = '', partnerId, reference = '', refererUrl = '' }: CallInput<'offerInquiry'>) {
    const former = token === '' ? undefined : context.quoteTokens.open(token);
    return renewAttribution(former?.attribution(), { partnerId, reference, refererUrl });
  }

  async function buildQuoteOptions({ issued, own }: PricedQuote): Promise<QuoteOptions> {
    const { otherProviderOffers } = context;
    return own
      ? { offerTypes: [OWN_OFFER_TYPE, ...otherProviderOffers.offerTypes()], methods: listPayableMethods(own) }
      : { offerTypes: otherProviderOffers.offerTypes(), methods: await otherProviderOffers.methods(issued) };
  }

  const priceOwnMethods = (terms: QuoteTerms) => (context.catalog.operatorSells ? priceMethods(terms) : undefined);

  /** Returns the cheapest price of other providers by each method. */
  async function priceOtherProviders(issued: IssuedQuote): Promise<readonly MethodPricing[]> {
    const { otherProviderOffers } = context;
    const methods = await otherProviderOffers.methods(issued);
    return Promise.all(
      methods.map((method) =>
        otherProviderOffers.best(issued, method).then(
          ({ purchase }): MethodPricing => ({ method, purchase, refusal: undefined }),
          (error: unknown): MethodPricing => ({ method, purchase: undefined, refusal: toQuoteRefusal(error) }),
        ),
      ),
    );
  }

  return {
    async offerInquiry(inquiry, caller) {
      const { country } = caller;
      const now = new Date();
      const terms = computeInquiryTerms(context.catalog, context.prices(), now, inquiry, country);
      const own = priceOwnMethods(terms);
      if (own && isOwnOffer(inquiry.offerType)) {
        const { purchase } = choosePricing(own, inquiry.payMethod);
        requireDeliverable(context.prices(), now, terms, purchase.receive);
      }
      const issued: IssuedQuote = {
        id: randomToken(),
        terms,
        expireTime: Math.floor(context.clock.now().getTime() / 1000) + QUOTE_LIFETIME_SECONDS,
        country,
        ...readAttribution(inquiry),
      };
      // Priced before it is signed: an amount that no method can pay is refused, not quoted.
      const quote = { issued, own };
      const offer = await chooseOffer(quote, inquiry, caller);
      const token = context.quoteTokens.issue(issued);
      return { data: presentQuote(issued, token, offer, await buildQuoteOptions(quote)) };
    },

    async offerInquiryInfo({ token, payMethod, offerType }, caller) {
      const issued = readLiveQuote(context, token);
      const quote = { issued, own: priceOwnMethods(issued.terms) };
      const offer = await chooseOffer(quote, { payMethod, offerType }, caller);
      return { data: presentQuote(issued, token, offer, await buildQuoteOptions(quote)) };
    },

    async priceList({ token }) {
      const issued = readLiveQuote(context, token);
      const pricings = priceOwnMethods(issued.terms) ?? (await priceOtherProviders(issued));
      return { data: { priceList: pricings.map((pricing) => presentMethod(pricing, issued.terms)) } };
    },

    async offerMethodList({ token }) {
      const issued = readLiveQuote(context, token);
      const { methods } = await buildQuoteOptions({ issued, own: priceOwnMethods(issued.terms) });
      return { data: { methodList: [...methods] } };
    },
  };
}

/** Verifies and parses a quote token. Throws if it is not ours or has expired. */
export function readLiveQuote(
  { quoteTokens, clock }: Pick<QuoteContext, 'quoteTokens' | 'clock'>,
  token: string,
): IssuedQuote {
  const issued = quoteTokens.read(token);
  if (!issued) throw new AppError('malformed', { field: 'token', problem: 'is not a quote of ours' });
  if (clock.now().getTime() / 1000 >= issued.expireTime) throw new AppError('price_expired');
  return issued;
}

function presentMethod({ method, purchase, refusal }: ReturnType<typeof priceMethods>[number], terms: QuoteTerms) {
  const amounts = purchase
    ? presentPurchase(purchase, terms.conditions)
    : {
        ...presentPurchase(buildMinimumPurchase(terms), terms.conditions),
        sendCurrencyAmount: formatAmount(terms.amount),
      };
  return {
    payMethod: method,
    image2: getMethodImage(method),
    ...amounts,
    sendCoin: { sendAmount: amounts.sendCurrencyAmount },
    getCoin: { getAmount: purchase ? amounts.getCurrencyAmount : '0' },
    available: refusal === undefined,
    reason: refusal ?? null,
  };
}

/** Returns a purchase for the currency's minimum: its fees are shown if the fees exceed the amount. */
function buildMinimumPurchase({ conditions, methods }: QuoteTerms) {
  const { payCurrency, crypto, price, networkFee } = conditions;
  const [first] = methods;
  const pay = createAmount(payCurrency.asset, payCurrency.minimumUnits);
  const none = createZeroAmount(payCurrency.asset);
  if (!first) return { pay, receive: createZeroAmount(crypto.asset), processingFee: none, networkFee: none };
  const priced = priceFromPay(pay, crypto.asset, { price, fee: first.fee, networkFee });
  return priced ?? { pay, receive: createZeroAmount(crypto.asset), processingFee: first.fee.minimum, networkFee };
}
