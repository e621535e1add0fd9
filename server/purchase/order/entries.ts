import { amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Account } from '../../ledger/account.ts';
import { LEDGER_FIAT_SCALE, move, moveDecimal, type Posting, VENUE_ASSET } from '../../ledger/posting.ts';
import { type Catalog, nativeAsset, requireCrypto, requirePayCurrency } from '../catalog/catalog.ts';
import type { EventData, FillFacts, OrderEvent } from './events.ts';
import { isBankTransfer, type Order, owedUnits } from './order.ts';

/** A ledger entry's lines, and the kind by which a later event finds and reverses them. */
export type OrderEntry = { readonly kind: string; readonly postings: readonly Posting[]; readonly reverses?: string };

type Context = { readonly order: Order; readonly after: Order; readonly data: EventData; readonly catalog: Catalog };

/**
 * What an event means in the ledger: money.md, section 2, row by row. Pure. `reverses` asks for the newest entry of that
 * kind with its signs turned.
 */
export function entriesFor(event: OrderEvent, order: Order, after: Order, catalog: Catalog): OrderEntry[] {
  const context: Context = { order, after, data: event.data, catalog };
  return [...factEntries(event, context), ...refundEntries(context)];
}

function factEntries(event: OrderEvent, context: Context): OrderEntry[] {
  switch (event.kind) {
    case 'payment_captured':
      return captured(context);
    case 'payment_received':
      return [
        { kind: 'received', postings: move(paid(context), 'liability:buyer', 'asset:bank') },
        { kind: 'surplus', postings: move(setAside(context), 'liability:refund', 'liability:buyer') },
      ];
    case 'conversion_filled':
    case 'conversion_partial':
      return event.data.fill ? [{ kind: 'fill', postings: fill(event.data.fill, context) }] : [];
    case 'payout_submitted':
      return [{ kind: 'broadcast', postings: move(payout(context), 'asset:wallet', 'asset:transit') }];
    case 'payout_confirmed':
      // Found on the chain before the answer to its broadcast was: both entries at once.
      return [
        ...(context.order.status === 'converted'
          ? [{ kind: 'broadcast', postings: move(payout(context), 'asset:wallet', 'asset:transit') }]
          : []),
        { kind: 'confirmed', postings: delivered(context) },
      ];
    case 'payout_reorged':
      return [{ kind: 'confirmed_reversed', postings: [], reverses: 'confirmed' }];
    case 'payout_reverted':
      return [
        { kind: 'broadcast_reversed', postings: [], reverses: 'broadcast' },
        { kind: 'revert_fee', postings: networkFee(context) },
      ];
    case 'refund_settled':
      return [{ kind: 'refund_settled', postings: move(paid(context), moneyAccount(context), 'liability:refund') }];
    case 'surplus_returned':
      return [{ kind: 'surplus_returned', postings: move(paid(context), 'asset:bank', 'liability:refund') }];
    case 'refund_failed':
      return context.data.wasSettled
        ? [{ kind: 'refund_failed', postings: move(paid(context), 'liability:refund', moneyAccount(context)) }]
        : [];
    case 'surplus_return_failed':
      return context.data.wasSettled
        ? [{ kind: 'surplus_return_failed', postings: move(paid(context), 'liability:refund', 'asset:bank') }]
        : [];
    case 'payment_disputed':
      return [
        {
          kind: 'dispute_opened',
          postings: [
            ...move(paid(context), 'asset:acquirer', 'asset:dispute'),
            ...move(
              amountOf(payAsset(context), context.data.disputeFeeUnits ?? 0n),
              'asset:acquirer',
              'expense:dispute',
            ),
          ],
        },
      ];
    case 'dispute_lost':
      return [
        {
          kind: 'dispute_lost',
          postings: move(
            paid(context),
            'asset:dispute',
            context.order.status === 'delivered' ? 'expense:dispute' : 'liability:buyer',
          ),
        },
      ];
    case 'dispute_won':
      return [{ kind: 'dispute_won', postings: [], reverses: 'dispute_opened' }];
    default:
      return [];
  }
}

/** Entering `refunding` turns what we owe in crypto into money that we owe back. */
function refundEntries({ order, after, catalog }: Context): OrderEntry[] {
  if (after.status !== 'refunding' || order.status === 'refunding') return [];
  // Held while it was being refunded, or after: it is owed as a refund already.
  if (order.heldFrom === 'refunding' || order.heldFrom === 'refunded') return [];
  const asset = requirePayCurrency(catalog, order.payCurrency).asset;
  const owed = amountOf(asset, owedUnits(after));
  return [{ kind: 'refund', postings: move(owed, 'liability:refund', 'liability:buyer') }];
}

function captured(context: Context): OrderEntry[] {
  const fee = amountOf(payAsset(context), context.data.acquirerFeeUnits ?? 0n);
  return [
    { kind: 'captured', postings: move(paid(context), 'liability:buyer', 'asset:acquirer') },
    { kind: 'acquirer_fee', postings: move(fee, 'asset:acquirer', 'expense:acquirer') },
  ];
}

function fill(facts: FillFacts, { order, catalog }: Context): Posting[] {
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  const quote = fiatAsset(facts.quote);
  const cost = parseDecimal(facts.cost);
  const postings = [
    ...moveDecimal(quote, cost, 'asset:venue', 'trading'),
    ...moveDecimal(crypto.asset, parseDecimal(facts.filledBase), 'trading', 'asset:venue'),
  ];
  for (const fee of facts.fees) {
    const asset = fee.currency === facts.base ? crypto.asset : feeAsset(fee.currency, quote);
    postings.push(...moveDecimal(asset, parseDecimal(fee.amount), 'asset:venue', 'expense:venue'));
  }
  if (facts.costInPayCurrency !== undefined) {
    const pay = requirePayCurrency(catalog, order.payCurrency).asset;
    postings.push(
      ...moveDecimal(quote, cost, 'trading', 'fx'),
      ...moveDecimal(pay, parseDecimal(facts.costInPayCurrency), 'fx', 'trading'),
    );
  }
  return postings;
}

/** A venue may take its fee in a third asset, e.g. its own credits, kept under the venue's name for it. */
function feeAsset(currency: string, quote: Asset): Asset {
  return currency === quote.code
    ? quote
    : { id: `${VENUE_ASSET}${currency}`, code: currency, decimals: LEDGER_FIAT_SCALE };
}

function delivered(context: Context): Posting[] {
  const { order } = context;
  const pay = payAsset(context);
  const paidUnits = order.capturedUnits + order.receivedUnits - order.surplusUnits;
  const convertedUnits = paidUnits - order.processingFeeUnits - order.networkFeeUnits;
  return [
    ...move(payout(context), 'asset:transit', 'trading'),
    ...networkFee(context),
    ...move(amountOf(pay, order.processingFeeUnits), 'income:processing', 'liability:buyer'),
    ...move(amountOf(pay, order.networkFeeUnits), 'income:network', 'liability:buyer'),
    ...move(amountOf(pay, convertedUnits), 'trading', 'liability:buyer'),
    ...move(amountOf(pay, order.partnerShareUnits), 'liability:partner', 'expense:partner'),
  ];
}

/** What this receipt brought beyond what was asked for. */
function setAside(context: Context) {
  return amountOf(payAsset(context), context.after.surplusUnits - context.order.surplusUnits);
}

/** Where the buyer's money lies. */
function moneyAccount({ order }: Context): Account {
  return isBankTransfer(order) ? 'asset:bank' : 'asset:acquirer';
}

function networkFee({ order, data, catalog }: Context): Posting[] {
  if (!data.networkFee) return [];
  const native = nativeAsset(catalog, requireCrypto(catalog, order.receiveCurrency).network);
  return move(amountOf(native, data.networkFee.units), 'asset:wallet', 'expense:network');
}

function paid(context: Context) {
  return amountOf(payAsset(context), context.data.units ?? 0n);
}

function payout({ order, catalog }: Context) {
  return amountOf(requireCrypto(catalog, order.receiveCurrency).asset, order.receiveUnits);
}

function payAsset({ order, catalog }: Context): Asset {
  return requirePayCurrency(catalog, order.payCurrency).asset;
}
