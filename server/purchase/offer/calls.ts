import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import { formatAmount } from '@slipway/money/amount.ts';
import { spreadCost } from '@slipway/money/pricing.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { identityAsked } from '../../risk/identityAsked.ts';
import { OWN_OFFER_IMAGE } from '../catalog/images.ts';
import { type QuoteContext, readLiveQuote } from '../quote/calls.ts';
import { choosePricing, OWN_OFFER_TYPE, presentPurchase, shownPrice, worthInEuroCents } from '../quote/makeQuote.ts';

export type OfferContext = QuoteContext & { readonly operatorName: string };

const MINUTES_A_DAY = 24 * 60;

export function offerCalls(context: OfferContext): Pick<Handlers, 'offerList'> {
  return {
    async offerList({ token, payMethod }, { session }) {
      const { terms } = await readLiveQuote(context, token);
      const { purchase, method } = choosePricing(terms, payMethod);
      const worth = worthInEuroCents(context.prices(), purchase.pay);
      const amounts = presentPurchase(purchase, terms);
      return {
        data: {
          offerList: [
            {
              offerType: OWN_OFFER_TYPE,
              offerName: context.operatorName,
              offerImg: OWN_OFFER_IMAGE,
              offerSendAmount: amounts.sendCurrencyAmount,
              offerGetAmount: amounts.getCurrencyAmount,
              processingFee: amounts.processingFee,
              transNetworkFee: amounts.transNetworkFee,
              feeCurrency: amounts.feeCurrency,
              expectedMinutes: terms.crypto.network.expectedMinutes + traitsOf(method).daysUnderWay * MINUTES_A_DAY,
              identity: await identityAsked(context, session, worth),
              bestRate: true,
              referencePrice: shownPrice(terms.mid),
              price: shownPrice(terms.price),
              spreadAmount: formatAmount(spreadCost(purchase, terms.mid)),
            },
          ],
          missing: [],
        },
      };
    },
  };
}
