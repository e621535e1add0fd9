import type { Asset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { LEDGER_FIAT_SCALE, moveDecimal, type Posting, reverse, VENUE_ASSET } from '../../ledger/posting.ts';
import type { FillFacts } from './events.ts';
import type { Order } from './order.ts';

/** What a purchase at the venue is in the ledger, in the asset that was bought: what is delivered may be another one. */
export function boughtPostings(facts: FillFacts, order: Order): readonly Posting[] {
  return [...traded(facts, order), ...charged(facts)];
}

/** A sale is a purchase with its signs turned; the fee is paid all the same. */
export function soldPostings(facts: FillFacts, order: Order): readonly Posting[] {
  return [...reverse(traded(facts, order)), ...charged(facts)];
}

function traded(facts: FillFacts, order: Order): readonly Posting[] {
  const quote = fiatAsset(facts.quote);
  const cost = parseDecimal(facts.cost);
  const postings = [
    ...moveDecimal(quote, cost, 'asset:venue', 'trading'),
    ...moveDecimal(facts.baseAsset, parseDecimal(facts.filledBase), 'trading', 'asset:venue'),
  ];
  if (facts.costInPayCurrency === undefined) return postings;
  return [
    ...postings,
    ...moveDecimal(quote, cost, 'trading', 'fx'),
    ...moveDecimal(order.pay.asset, parseDecimal(facts.costInPayCurrency), 'fx', 'trading'),
  ];
}

function charged(facts: FillFacts): readonly Posting[] {
  const quote = fiatAsset(facts.quote);
  return facts.fees.flatMap(({ currency, amount }) => {
    const asset = currency === facts.base ? facts.baseAsset : feeAsset(currency, quote);
    return moveDecimal(asset, parseDecimal(amount), 'asset:venue', 'expense:venue');
  });
}

/** A venue may take its fee in a third asset, e.g. its own credits, kept under the venue's name for it. */
function feeAsset(currency: string, quote: Asset): Asset {
  return currency === quote.code
    ? quote
    : { id: `${VENUE_ASSET}${currency}`, code: currency, decimals: LEDGER_FIAT_SCALE };
}
