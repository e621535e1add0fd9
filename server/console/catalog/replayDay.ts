import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Settings } from '../../configuration/settings.ts';
import { compareCosts } from '../../purchase/offer/compareOffers.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import type { KeptOffer, PastOrder } from './pastOrderStore.ts';
import { priceAgain, written } from './priceAgain.ts';

type Day = ConsoleCallData<'previewChange'>['day'];
type Sums = { fees: bigint; spread: bigint; lifted: number; refused: number; best: number };

/** Paid orders of the own offer, priced by both settings, for each currency by itself: sums of two make no sense. */
export function replayDay(
  orders: readonly PastOrder[],
  offers: readonly KeptOffer[],
  book: PriceBook,
  settings: { readonly now: Settings; readonly next: Settings },
): Pick<Day, 'currencies' | 'compared'> {
  const beside = Map.groupBy(offers, ({ quoteId }) => quoteId);
  const groups = [...Map.groupBy(orders, ({ payCurrency }) => payCurrency)];
  return {
    compared: orders.filter(({ quoteId }) => beside.has(quoteId)).length,
    currencies: groups
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([currency, list]) => {
        const asset = fiatAsset(currency);
        const sum = (units: (order: PastOrder) => bigint) =>
          written(
            list.reduce((total, order) => total + units(order), 0n),
            asset,
          );
        return {
          currency,
          orders: list.length,
          paid: sum(({ payUnits }) => payUnits),
          were: sum(({ processingFeeUnits }) => processingFeeUnits),
          now: shown(replay(list, beside, book, settings.now), asset),
          next: shown(replay(list, beside, book, settings.next), asset),
        };
      }),
  };
}

function replay(
  orders: readonly PastOrder[],
  beside: ReadonlyMap<string, readonly KeptOffer[]>,
  book: PriceBook,
  settings: Settings,
): Sums {
  const sums: Sums = { fees: 0n, spread: 0n, lifted: 0, refused: 0, best: 0 };
  for (const order of orders) {
    const again = priceAgain(settings, book, order);
    if (again.refused) {
      sums.refused += 1;
      continue;
    }
    const { purchase, spread, isLifted } = again;
    sums.fees += purchase.processingFee.units;
    sums.spread += spread.units;
    if (isLifted) sums.lifted += 1;
    const others = beside.get(order.quoteId);
    if (others?.every((other) => compareCosts(purchase, amountsOf(other, purchase)) <= 0)) sums.best += 1;
  }
  return sums;
}

function amountsOf(
  { payUnits, receiveUnits }: KeptOffer,
  like: { readonly pay: { readonly asset: Asset }; readonly receive: { readonly asset: Asset } },
) {
  return { pay: amountOf(like.pay.asset, payUnits), receive: amountOf(like.receive.asset, receiveUnits) };
}

function shown({ fees, spread, ...counts }: Sums, asset: Asset): Day['currencies'][number]['now'] {
  return {
    processingFees: written(fees, asset),
    spread: written(spread, asset),
    taken: written(fees + spread, asset),
    ...counts,
  };
}
