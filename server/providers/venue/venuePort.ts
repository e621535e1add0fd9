import type { Decimal } from '@slipway/money/decimal.ts';
import type { BudgetState } from '../callBudget.ts';
import type { Outcome } from '../outcome.ts';
import type { VenueAccount } from './venueAccount.ts';

/** A market in venue-independent form: base BTC, quote EUR. */
export type Market = { readonly base: string; readonly quote: string };

export type Ticker = Market & {
  readonly bid: Decimal;
  readonly ask: Decimal;
  readonly at: Date;
  /** Volume of the last 24 hours, in the quote currency. */
  readonly quoteVolume?: Decimal;
  /** The price 24 hours ago. */
  readonly open?: Decimal;
};

/** A price at the end of a full hour. */
export type HourPrice = { readonly at: Date; readonly price: Decimal };

/** An exchange whose public prices are one source of the reference price. */
export interface PriceSource {
  readonly id: string;
  /** Returns tickers of the requested markets; omits a market that is not listed or has no usable answer. */
  getTickers(markets: readonly Market[]): Promise<Outcome<readonly Ticker[]>>;
  /**
   * Returns the price at the end of every hour that began since the time and is over, oldest first. Returns no prices for
   * an unlisted market.
   */
  getHourPrices(market: Market, since: Date): Promise<Outcome<readonly HourPrice[]>>;
}

export type OrderBookSide = readonly { readonly price: Decimal; readonly amount: Decimal }[];

export type Fees = readonly { readonly currency: string; readonly amount: Decimal }[];

/** One order as the venue has booked it. */
export type VenueOrder = {
  readonly venueOrderId: string;
  /** `open` can still fill; `closed` and `canceled` are final, possibly with only a part filled. */
  readonly status: 'open' | 'closed' | 'canceled';
  readonly filledBase: Decimal;
  /** Cost of the filled amount in the quote currency, without the fee: paid by a buy, received by a sale. */
  readonly cost: Decimal;
  readonly fees: Fees;
};

/** Result of one client order id: the sum of all orders that the venue booked under it. */
export type Execution = Omit<VenueOrder, 'venueOrderId'> & {
  readonly clientOrderId: string;
  /** One order, unless the venue accepted the same id twice: then each is real and has to be booked. */
  readonly orders: readonly VenueOrder[];
};

export type ExecutionRefusal =
  | 'insufficient_funds'
  | 'below_minimum'
  | 'market_closed'
  | 'not_permitted'
  | 'invalid_request';

/**
 * Longest time after {@link ExecuteRequest.mayStillSend} returned true in which an order may be matched, even if the
 * calling process crashes: an adapter ensures this by the venue's own deadline and by its timeouts, allowing for clock
 * differences of some seconds. A caller's lease on an id must last longer, so that no other process sends the same id.
 */
export const LONGEST_SENDING_MS = 15_000;

export type ExecuteRequest = {
  readonly clientOrderId: string;
  readonly market: Market;
  readonly side: 'buy' | 'sell';
  readonly baseAmount: Decimal;
  /** Per unit of the base: the highest price of a buy, the lowest of a sale. */
  readonly limitPrice: Decimal;
  /**
   * Set when the database has no record of a send under the id: no order can be older than this time, even if the
   * database was restored from a backup. The adapter may then search the recent lists for an earlier order, instead of
   * querying by the id: many orders share one reading of the lists.
   */
  readonly unsentSince?: Date | undefined;
  /**
   * Called after all waiting, right before the order is sent: returns false if another process has taken over. Its
   * errors are passed on; the order is not sent then.
   */
  readonly mayStillSend: () => Promise<boolean>;
};

export type VenueAmount = { readonly currency: string; readonly value: Decimal };

/** One line of the venue's ledger, of any kind. */
export type VenueStatementLine = {
  /** The venue's id of the line. */
  readonly lineId: string;
  /** The venue's order that it belongs to; the line's own id if there is none. */
  readonly groupId: string;
  /** True for lines of trades; false for deposits, withdrawals, and similar. */
  readonly isOfOrder: boolean;
  /** Change of the balance after fees: negative if it left. */
  readonly amount: VenueAmount;
  readonly at: Date;
};

/** Balances and lines of one moment, including trades: nothing moved between the two. */
export type VenueStatement = {
  /** Spendable balances. A currency may have several entries. */
  readonly balances: readonly VenueAmount[];
  /** All lines since the requested time. */
  readonly lines: readonly VenueStatementLine[];
};

/** The exchange at which the operator buys what it delivers. */
export interface TradingVenue extends VenueAccount {
  readonly id: string;
  /** Returns what is left of the venue's call limit; absent if it has none. */
  readonly budget?: () => BudgetState;
  /** Rejects waiting calls because the process ends. */
  readonly stop?: () => void;
  /** Returns asks, best first, deep enough for the size of a purchase. */
  getAsks(market: Market): Promise<Outcome<OrderBookSide, 'not_listed'>>;
  /** Returns the taker fee as a fraction, and the precision and minimum size of orders. */
  getMarketRules(market: Market): Promise<
    Outcome<
      {
        readonly takerFee: Decimal;
        readonly amountDecimals: number;
        readonly priceDecimals: number;
        readonly minimumBase: Decimal;
        readonly minimumCost: Decimal;
      },
      'not_listed'
    >
  >;
  /**
   * Places an immediate-or-cancel limit order. `clientOrderId` is the idempotency key: the venue is first queried for
   * an earlier order with the same id, and an unknown outcome is resolved with {@link getExecution}, never with another
   * id. `superseded`: it was not sent, since `mayStillSend` returned false. `pending`: the id is being executed, or an
   * earlier order with it is not known completely yet.
   */
  execute(request: ExecuteRequest): Promise<Outcome<Execution, ExecutionRefusal | 'superseded'>>;
  /** Returns what was executed under the id; `pending` while an order may still be matched or its fill is not known. */
  getExecution(clientOrderId: string, market: Market): Promise<Outcome<Execution, 'not_found'>>;
  /** Cancels what is open under the id and returns what was filled before; leaves ended orders unchanged. */
  cancel(clientOrderId: string, market: Market): Promise<Outcome<Execution, 'not_found'>>;
  /** Returns balances and the lines since a time. `pending` while the account changes too fast for a consistent reading. */
  readStatement(since: Date): Promise<Outcome<VenueStatement>>;
}
