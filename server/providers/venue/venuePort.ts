import type { Decimal } from '@slipway/money/decimal.ts';
import type { Outcome } from '../outcome.ts';

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

export type Execution = {
  readonly clientOrderId: string;
  readonly venueOrderId: string;
  /** `open` still fills; `closed` and `canceled` are final, either with part of the amount filled. */
  readonly status: 'open' | 'closed' | 'canceled';
  readonly filledBase: Decimal;
  /** Paid in the quote currency for what was filled, without the fee. */
  readonly cost: Decimal;
  readonly fees: readonly { readonly currency: string; readonly amount: Decimal }[];
};

export type ExecutionRefusal =
  | 'insufficient_funds'
  | 'below_minimum'
  | 'market_closed'
  | 'not_permitted'
  | 'invalid_request';

/** The exchange at which the operator buys what it delivers. */
export interface TradingVenue {
  readonly id: string;
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
   * An immediate-or-cancel limit buy of an amount of the base asset. `clientOrderId` is the key of idempotency: an
   * unknown outcome is settled with {@link getExecution}, never by executing again with another id.
   */
  execute(request: {
    readonly clientOrderId: string;
    readonly market: Market;
    readonly baseAmount: Decimal;
    readonly limitPrice: Decimal;
  }): Promise<Outcome<Execution, ExecutionRefusal>>;
  getExecution(clientOrderId: string, market: Market): Promise<Outcome<Execution, 'not_found'>>;
}
