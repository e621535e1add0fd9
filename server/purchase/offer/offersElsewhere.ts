import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { OffersElsewhere } from '../quote/calls.ts';
import { DEFAULT_METHOD } from '../quote/makeQuote.ts';
import { coinOf } from './offeredCoin.ts';
import { keepOffers } from './offerStore.ts';
import { openProviderMarkets } from './providerMarkets.ts';
import type { ProviderPanel } from './providerPanel.ts';
import { purchasePrice } from './purchasePrice.ts';
import { usefulRefusal } from './usefulRefusal.ts';

/** What other providers sell, and their price for a quote of ours, kept with the quote so that an order can be made of it. */
export function offersElsewhere(database: Database, panel: ProviderPanel, catalog: Catalog): OffersElsewhere {
  return {
    offerTypes: () => panel.offerTypes(),
    market: openProviderMarkets(panel, catalog),
    async price({ id, terms, country }, { offerType, payMethod }) {
      if (!panel.find(offerType)) throw new AppError('no_provider');
      const method = payMethod || DEFAULT_METHOD;
      const { offers, refusals } = await panel.ask(
        {
          side: terms.side,
          asked: terms.asked,
          payAsset: terms.payCurrency.asset,
          coin: coinOf(terms.crypto),
          method,
          country,
        },
        offerType,
      );
      const [answer] = offers;
      if (!answer) {
        const { error, facts } = usefulRefusal(undefined, refusals);
        throw new AppError(error, facts);
      }
      const { offer, ageMs } = answer;
      await keepOffers(database, id, method, [{ ...offer, offerType, ageMs }]);
      const { pay, receive, processingFee, networkFee, identity } = offer;
      const purchase = { pay, receive, processingFee, networkFee };
      return { offerType, method, purchase, price: purchasePrice(purchase), identity };
    },
  };
}
