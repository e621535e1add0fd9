import type { Decimal } from '@slipway/money/decimal.ts';
import type { BudgetState } from '../callBudget.ts';
import type { Outcome } from '../outcome.ts';
import type { VenueAccount } from './venueAccount.ts';

/** A market in the venue-independent form: base BTC, quote EUR. */
export type Market = { readonly base: string; readonly quote: string };

export type Ticker = Market & {
  readonly bid: Decimal;
  readonly ask: Decimal;
  readonly at: Date;
  /** Traded in the last 24 hours, in the quote currency. */
  readonly quoteVolume?: Decimal;
  /** The price 24 hours ago. */
  readonly open?: Decimal;
};

/** An exchange whose public prices are one voice in the reference price. */
export interface PriceSource {
  readonly id: string;
  /** All that it has of the markets asked for; one that it does not list is left out. */
  getTickers(markets: readonly Market[]): Promise<Outcome<readonly Ticker[]>>;
}

export type OrderBookSide = readonly { readonly price: Decimal; readonly amount: Decimal }[];

export type Fees = readonly { readonly currency: string; readonly amount: Decimal }[];

/** One order as the venue has booked it. */
export type VenueOrder = {
  readonly venueOrderId: string;
  /** `open` still fills; `closed` and `canceled` are final, either with part of the amount filled. */
  readonly status: 'open' | 'closed' | 'canceled';
  readonly filledBase: Decimal;
  /** In the quote currency for what was filled, without the fee: paid by a buy, received by a sale. */
  readonly cost: Decimal;
  readonly fees: Fees;
};

/** What became of one client order id: the sum of all that the venue has booked under it. */
export type Execution = Omit<VenueOrder, 'venueOrderId'> & {
  readonly clientOrderId: string;
  /** One, unless the venue took the same id twice: then each is real, and each has to be booked. */
  readonly orders: readonly VenueOrder[];
};

export type ExecutionRefusal =
  | 'insufficient_funds'
  | 'below_minimum'
  | 'market_closed'
  | 'not_permitted'
  | 'invalid_request';

/**
 * How long after {@link ExecuteRequest.mayStillSend} has said yes an order may at most be matched, whatever becomes of the
 * process that asked: an adapter sees to it by the venue's own deadline and by its time-outs, machines' clocks some seconds
 * apart included. A caller keeps other processes from the same id for longer.
 */
export const LONGEST_SENDING_MS = 15_000;

export type ExecuteRequest = {
  readonly clientOrderId: string;
  readonly market: Market;
  readonly side: 'buy' | 'sell';
  readonly baseAmount: Decimal;
  /** Per unit of the base: the most that a buy pays, the least that a sale takes. */
  readonly limitPrice: Decimal;
  /**
   * Set when the database has no record of a send under the id: no order can be older than this time, even if the database was
   * restored from a backup. The adapter may then look for an earlier order in the recent lists, which many orders share, instead
   * of by the id.
   */
  readonly unsentSince?: Date | undefined;
  /**
   * Asked once all waiting is over and the order is about to leave: false when another process has taken over. What it
   * throws is passed on, and nothing has left then.
   */
  readonly mayStillSend: () => Promise<boolean>;
};

export type VenueAmount = { readonly currency: string; readonly value: Decimal };

/** One line of the venue's own books, of whatever kind. */
export type VenueStatementLine = {
  /** The venue's id of it. */
  readonly lineId: string;
  /** The venue's order that it belongs to; of one that belongs to none its own id. */
  readonly groupedBy: string;
  /** False for what people have moved: deposits, withdrawals, and the like. */
  readonly isOfOrder: boolean;
  /** By what it changed the balance, fees taken off: below zero for what left. */
  readonly amount: VenueAmount;
  readonly at: Date;
};

/** Balances and lines of one moment, trades included: nothing moved between the two. */
export type VenueStatement = {
  /** What can be spent. A currency may come in several parts. */
  readonly balances: readonly VenueAmount[];
  /** All since the time that was asked for. */
  readonly lines: readonly VenueStatementLine[];
};

/** The exchange at which the operator buys what it delivers. */
export interface TradingVenue extends VenueAccount {
  readonly id: string;
  /** What is left of the venue's limit of calls; absent if it has no limit. */
  readonly budget?: () => BudgetState;
  /** Refuses the calls that wait, since the process ends. */
  readonly stop?: () => void;
  /** Asks, best first, enough of them to walk for the size of a purchase. */
  getAsks(market: Market): Promise<Outcome<OrderBookSide, 'not_listed'>>;
  /** Taker fee as a fraction, and the precision and least size that an order must keep. */
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
   * An immediate-or-cancel limit order. `clientOrderId` is the key of idempotency: the venue is asked for an earlier order
   * of the same id first, and an unknown outcome is settled with {@link getExecution}, never with another id.
   * `superseded`: it was not sent, since it no longer might be.
   */
  execute(request: ExecuteRequest): Promise<Outcome<Execution, ExecutionRefusal | 'superseded'>>;
  getExecution(clientOrderId: string, market: Market): Promise<Outcome<Execution, 'not_found'>>;
  /** Ends what is still open under the id, and says what was filled before; what has ended is left as it is. */
  cancel(clientOrderId: string, market: Market): Promise<Outcome<Execution, 'not_found'>>;
  /** What lies there, and what has moved since a time. `pending` while it moves too fast to be read as one. */
  readStatement(since: Date): Promise<Outcome<VenueStatement>>;
}
