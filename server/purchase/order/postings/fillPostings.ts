import type { Asset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import {
  LEDGER_FIAT_SCALE,
  moveDecimalValue,
  type Posting,
  reversePostings,
  VENUE_ASSET_PREFIX,
} from '../../../ledger/posting.ts';
import type { Order } from '../order.ts';
import type { FillFacts } from '../orderEventKinds.ts';

/**
 * Returns the ledger postings of a purchase at the exchange, in the bought asset, which may differ from the delivered one.
 */
export function buildPurchasePostings(facts: FillFacts, order: Order): readonly Posting[] {
  return [...buildTradePostings(facts, order), ...buildFeePostings(facts)];
}

/** Returns the postings of a sale: those of a purchase with inverted signs, except the fee, which is paid in both cases. */
export function buildSalePostings(facts: FillFacts, order: Order): readonly Posting[] {
  return [...reversePostings(buildTradePostings(facts, order)), ...buildFeePostings(facts)];
}

function buildTradePostings(facts: FillFacts, order: Order): readonly Posting[] {
  const quote = fiatAsset(facts.quote);
  const cost = parseDecimal(facts.cost);
  const postings = [
    ...moveDecimalValue(quote, cost, 'asset:venue', 'trading'),
    ...moveDecimalValue(facts.baseAsset, parseDecimal(facts.filledBase), 'trading', 'asset:venue'),
  ];
  if (facts.costInPayCurrency === undefined) return postings;
  return [
    ...postings,
    ...moveDecimalValue(quote, cost, 'trading', 'fx'),
    ...moveDecimalValue(order.pay.asset, parseDecimal(facts.costInPayCurrency), 'fx', 'trading'),
  ];
}

function buildFeePostings(facts: FillFacts): readonly Posting[] {
  const quote = fiatAsset(facts.quote);
  return facts.fees.flatMap(({ currency, amount }) => {
    const asset = currency === facts.base ? facts.baseAsset : chooseFeeAsset(currency, quote);
    return moveDecimalValue(asset, parseDecimal(amount), 'asset:venue', 'expense:venue');
  });
}

/** An exchange may take its fee in a third asset, such as its own credits, which is booked under the exchange's name for it. */
function chooseFeeAsset(currency: string, quote: Asset): Asset {
  return currency === quote.code
    ? quote
    : { id: `${VENUE_ASSET_PREFIX}${currency}`, code: currency, decimals: LEDGER_FIAT_SCALE };
}
