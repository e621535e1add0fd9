import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import { formatAmount } from '@slipway/money/amount.ts';
import { type PricedPurchase, spreadCost } from '@slipway/money/pricing.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Handlers, Session } from '../../platform/http/handlers.ts';
import { identityAsked } from '../../risk/identityAsked.ts';
import { OWN_OFFER_IMAGE } from '../catalog/images.ts';
import { type QuoteContext, readLiveQuote } from '../quote/calls.ts';
import { choosePricing, presentPurchase, shownPrice, worthInEuroCents } from '../quote/makeQuote.ts';
import { priceMethods, type QuoteTerms, type Refusal, refusalOf } from '../quote/pricedQuote.ts';
import { type ComparedOffer, compareProvider, sortOffers } from './compareOffers.ts';
import { coinOf } from './offeredCoin.ts';
import { keepOffers } from './offerStore.ts';
import type { ProviderPanel } from './providerPanel.ts';
import type { ProviderRecords } from './providerRecords.ts';
import { usefulRefusal } from './usefulRefusal.ts';

export type OfferContext = QuoteContext & {
  readonly operatorName: string;
  readonly panel: ProviderPanel;
  readonly providerRecords: ProviderRecords;
};

const MINUTES_A_DAY = 24 * 60;
const NOTHING_OWN: Refusal = { error: 'no_provider', facts: {} };

type Priced = { readonly method: PayMethod; readonly purchase: PricedPurchase };

export function offerCalls(context: OfferContext): Pick<Handlers, 'offerList'> {
  const { database, panel, providerRecords } = context;

  /** Our own offer, as long as the amount can be paid that way. */
  async function ownOffer({ method, purchase }: Priced, terms: QuoteTerms, session: Session | null, minutes?: number) {
    const worth = worthInEuroCents(context.prices(), purchase.pay);
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
          (minutes ?? terms.conditions.crypto.network.expectedMinutes) + traitsOf(method).daysUnderWay * MINUTES_A_DAY,
        identity: await identityAsked(context, session, worth),
        needsAccount: false,
        record: null,
        worseAtCheckout: false,
        referencePrice: shownPrice(terms.conditions.mid),
        price: shownPrice(terms.conditions.price),
        spreadAmount: formatAmount(spreadCost(purchase, terms.conditions.mid)),
      },
    } satisfies ComparedOffer;
  }

  return {
    async offerList({ token, payMethod }, { session }) {
      const issued = readLiveQuote(context, token);
      const { terms } = issued;
      const { sellsItself } = context.catalog;
      const own = sellsItself ? priceOwn(terms, payMethod) : NOTHING_OWN;
      const method = 'error' in own ? payMethod || (sellsItself ? '' : context.catalog.defaultMethod) : own.method;
      if (method === '') throw new AppError('method_unavailable');
      const [answer, records] = await Promise.all([
        panel.ask({
          side: terms.side,
          asked: terms.asked,
          payAsset: terms.conditions.payCurrency.asset,
          coin: coinOf(terms.conditions.crypto),
          method,
          country: issued.country,
        }),
        providerRecords(),
      ]);
      await keepOffers(
        database,
        issued.id,
        method,
        answer.offers.map(({ provider, offer, ageMs }) => ({ ...offer, ageMs, offerType: provider.id })),
      );
      const compared = answer.offers.map((one) => compareProvider(one, terms, records.providers.get(one.provider.id)));
      if ('error' in own && compared.length === 0) {
        const { error, facts } = usefulRefusal(own === NOTHING_OWN ? undefined : own, answer.refusals);
        throw new AppError(error, facts);
      }
      return {
        data: {
          offerList: sortOffers([
            ...('error' in own
              ? []
              : [
                  await ownOffer(
                    own,
                    terms,
                    session,
                    records.ownMinutes(terms.conditions.crypto.network.id, own.method),
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

/** Our own price by a method, or why there is none. */
function priceOwn(terms: QuoteTerms, payMethod: PayMethod | ''): Priced | Refusal {
  try {
    return choosePricing(priceMethods(terms), payMethod);
  } catch (error) {
    return refusalOf(error);
  }
}
