import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Settings } from '../../configuration/settings.ts';
import { compareCosts } from '../../purchase/offer/compareOffers.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import type { CompetingOffer, PastOrder } from './pastOrderStore.ts';
import { formatSignedAmount, repriceOrder } from './repriceOrder.ts';

type Day = ConsoleCallData<'previewChange'>['day'];
/** `lifted`: orders that pay the minimum fee. `best`: orders for which no competing offer is cheaper. */
type Sums = { fees: bigint; spread: bigint; lifted: number; refused: number; best: number };

/**
 * Prices paid orders of the own offer with both settings, separately for each currency. `compared` counts the orders that
 * have competing offers.
 */
export function replayDay(
  orders: readonly PastOrder[],
  offers: readonly CompetingOffer[],
  book: PriceBook,
  settings: { readonly now: Settings; readonly next: Settings },
): Pick<Day, 'currencies' | 'compared'> {
  const offersByQuote = Map.groupBy(offers, ({ quoteId }) => quoteId);
  const groups = [...Map.groupBy(orders, ({ payCurrency }) => payCurrency)];
  return {
    compared: orders.filter(({ quoteId }) => offersByQuote.has(quoteId)).length,
    currencies: groups
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([currency, list]) => {
        const asset = fiatAsset(currency);
        const sum = (units: (order: PastOrder) => bigint) =>
          formatSignedAmount(
            list.reduce((total, order) => total + units(order), 0n),
            asset,
          );
        return {
          currency,
          orders: list.length,
          paid: sum(({ payUnits }) => payUnits),
          were: sum(({ processingFeeUnits }) => processingFeeUnits),
          now: presentSums(sumRepricedOrders(list, offersByQuote, book, settings.now), asset),
          next: presentSums(sumRepricedOrders(list, offersByQuote, book, settings.next), asset),
        };
      }),
  };
}

function sumRepricedOrders(
  orders: readonly PastOrder[],
  offersByQuote: ReadonlyMap<string, readonly CompetingOffer[]>,
  book: PriceBook,
  settings: Settings,
): Sums {
  const sums: Sums = { fees: 0n, spread: 0n, lifted: 0, refused: 0, best: 0 };
  for (const order of orders) {
    const repriced = repriceOrder(settings, book, order);
    if (repriced.refused) {
      sums.refused += 1;
      continue;
    }
    const { purchase, spread, isMinimumFeeApplied } = repriced;
    sums.fees += purchase.processingFee.units;
    sums.spread += spread.units;
    if (isMinimumFeeApplied) sums.lifted += 1;
    const others = offersByQuote.get(order.quoteId);
    if (others?.every((other) => compareCosts(purchase, buildTradeAmounts(other, purchase)) <= 0)) sums.best += 1;
  }
  return sums;
}

function buildTradeAmounts(
  { payUnits, receiveUnits }: CompetingOffer,
  like: { readonly pay: { readonly asset: Asset }; readonly receive: { readonly asset: Asset } },
) {
  return { pay: createAmount(like.pay.asset, payUnits), receive: createAmount(like.receive.asset, receiveUnits) };
}

function presentSums({ fees, spread, ...counts }: Sums, asset: Asset): Day['currencies'][number]['now'] {
  return {
    processingFees: formatSignedAmount(fees, asset),
    spread: formatSignedAmount(spread, asset),
    taken: formatSignedAmount(fees + spread, asset),
    ...counts,
  };
}
