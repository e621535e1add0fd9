import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { formatAmount } from '@slipway/money/amount.ts';
import { computeSpreadCost, type PricedPurchase } from '@slipway/money/pricing.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Handlers, Session } from '../../platform/http/handlers.ts';
import { findRequiredIdentity } from '../../risk/findRequiredIdentity.ts';
import { OWN_OFFER_IMAGE } from '../catalog/catalogImages.ts';
import { choosePricing, computeEuroCents, formatPrice, presentPurchase } from '../quote/makeQuote.ts';
import { priceMethods, type QuoteRefusal, type QuoteTerms, toQuoteRefusal } from '../quote/pricedQuote.ts';
import { type QuoteContext, readLiveQuote } from '../quote/quoteCalls.ts';
import { chooseRefusalToShow } from './chooseRefusalToShow.ts';
import { buildProviderOffer, type ComparedOffer, sortOffers } from './compareOffers.ts';
import { toOfferedCoin } from './offeredCoin.ts';
import { saveOffers } from './offerStore.ts';
import type { ProviderGroup } from './providerGroup.ts';
import type { ProviderRecords } from './providerRecords.ts';

export type OfferContext = QuoteContext & {
  readonly operatorName: string;
  readonly providerGroup: ProviderGroup;
  readonly providerRecords: ProviderRecords;
};

const MINUTES_A_DAY = 24 * 60;
const NO_OWN_OFFER: QuoteRefusal = { error: 'no_provider', facts: {} };

type Priced = { readonly method: PayMethod; readonly purchase: PricedPurchase };

export function offerCalls(context: OfferContext): Pick<Handlers, 'offerList'> {
  const { database, providerGroup, providerRecords } = context;

  /** Returns our own offer. */
  async function buildOwnOffer(
    { method, purchase }: Priced,
    terms: QuoteTerms,
    session: Session | null,
    minutes?: number,
  ) {
    const worth = computeEuroCents(context.prices(), purchase.pay);
    const amounts = presentPurchase(purchase, terms.conditions);
    return {
      purchase,
      wire: {
        offerType: OWN_OFFER_TYPE,
        offerName: context.operatorName,
        offerImg: OWN_OFFER_IMAGE,
        offerSendAmount: amounts.sendCurrencyAmount,
        offerGetAmount: amounts.getCurrencyAmount,
        processingFee: amounts.processingFee,
        transNetworkFee: amounts.transNetworkFee,
        feeCurrency: amounts.feeCurrency,
        expectedMinutes:
          (minutes ?? terms.conditions.crypto.network.expectedMinutes) +
          getPayMethodTraits(method).daysUnderWay * MINUTES_A_DAY,
        identity: await findRequiredIdentity(context, session, worth),
        needsAccount: false,
        record: null,
        worseAtCheckout: false,
        referencePrice: formatPrice(terms.conditions.mid),
        price: formatPrice(terms.conditions.price),
        spreadAmount: formatAmount(computeSpreadCost(purchase, terms.conditions.mid)),
      },
    } satisfies ComparedOffer;
  }

  return {
    async offerList({ token, payMethod }, { session }) {
      const issued = readLiveQuote(context, token);
      const { terms } = issued;
      const { operatorSells } = context.catalog;
      const own = operatorSells ? priceOwnOffer(terms, payMethod) : NO_OWN_OFFER;
      const method = 'error' in own ? payMethod || (operatorSells ? '' : context.catalog.defaultMethod) : own.method;
      if (method === '') throw new AppError('method_unavailable');
      const [answer, records] = await Promise.all([
        providerGroup.requestOffers({
          side: terms.side,
          amount: terms.amount,
          payAsset: terms.conditions.payCurrency.asset,
          coin: toOfferedCoin(terms.conditions.crypto),
          method,
          country: issued.country,
        }),
        providerRecords(),
      ]);
      await saveOffers(
        database,
        issued.id,
        method,
        answer.offers.map(({ provider, offer, ageMs }) => ({ ...offer, ageMs, offerType: provider.id })),
      );
      const compared = answer.offers.map((one) =>
        buildProviderOffer(one, terms, records.providers.get(one.provider.id)),
      );
      if ('error' in own && compared.length === 0) {
        const { error, facts } = chooseRefusalToShow(own === NO_OWN_OFFER ? undefined : own, answer.refusals);
        throw new AppError(error, facts);
      }
      return {
        data: {
          offerList: sortOffers([
            ...('error' in own
              ? []
              : [
                  await buildOwnOffer(
                    own,
                    terms,
                    session,
                    records.readOwnMinutes(terms.conditions.crypto.network.id, own.method),
                  ),
                ]),
            ...compared,
          ]),
          missing: answer.missing.map(({ name }) => name),
        },
      };
    },
  };
}

/** Returns our own price by a method, or its refusal. */
function priceOwnOffer(terms: QuoteTerms, payMethod: PayMethod | ''): Priced | QuoteRefusal {
  try {
    return choosePricing(priceMethods(terms), payMethod);
  } catch (error) {
    return toQuoteRefusal(error);
  }
}
