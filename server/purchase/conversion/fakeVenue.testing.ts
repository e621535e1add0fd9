import { type Decimal, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { accountWithoutMovements } from '../../providers/venue/accountWithoutMovements.testing.ts';
import { sumOrders } from '../../providers/venue/sumOrders.ts';
import type { ExecuteRequest, Execution, TradingVenue, VenueOrder } from '../../providers/venue/venuePort.ts';

const PRICE = parseDecimal('60000.00');
const TAKER_FEE = parseDecimal('0.004');

/** How the venue treats incoming orders. */
export type FakeVenueBehavior = {
  /** How much of an order is filled, in percent. */
  percent: number;
  /** The rest stays open until it is cancelled. */
  staysOpen: boolean;
  /** The venue accepts the order and does not answer. */
  losesAnswers: boolean;
  /** The venue does not answer, and does not receive the order. */
  isAway: boolean;
  refusal: 'insufficient_funds' | undefined;
  /** `queue` is awaited before the permission to send, `wire` after it, before the venue receives the order. */
  queue: () => Promise<void>;
  wire: () => Promise<void>;
  /** An order is filled just before it is cancelled. */
  cancelsTooLate: boolean;
};

/** Creates a venue with separate order books. As at Kraken, several orders can have one client order id. */
export function createFakeVenue() {
  const books = new Map<string, VenueOrder[]>();
  const behavior: FakeVenueBehavior = {
    percent: 100,
    staysOpen: false,
    losesAnswers: false,
    isAway: false,
    refusal: undefined,
    queue: async () => undefined,
    wire: async () => undefined,
    cancelsTooLate: false,
  };
  const queriedIds: string[] = [];

  function queryExecution(clientOrderId: string): Outcome<Execution, 'not_found'> {
    queriedIds.push(clientOrderId);
    if (behavior.isAway) return { kind: 'unavailable', retryAfterMs: 1, detail: 'away' };
    const [first, ...others] = books.get(clientOrderId) ?? [];
    return first ? ok(sumOrders(clientOrderId, [first, ...others])) : refused('not_found');
  }

  function book(request: ExecuteRequest): VenueOrder {
    const orders = books.get(request.clientOrderId) ?? [];
    const order = buildOrder(request, `V${books.size}-${orders.length}-${request.clientOrderId}`, behavior);
    books.set(request.clientOrderId, [...orders, order]);
    requests.set(request.clientOrderId, request);
    return order;
  }
  const requests = new Map<string, ExecuteRequest>();

  const venue: TradingVenue = {
    ...accountWithoutMovements,
    id: 'fake',
    getMarketRules: async () =>
      behavior.isAway
        ? { kind: 'unavailable', retryAfterMs: 1, detail: 'away' }
        : ok({
            takerFee: TAKER_FEE,
            amountDecimals: 8,
            priceDecimals: 1,
            minimumBase: parseDecimal('0.00005'),
            minimumCost: parseDecimal('0.5'),
          }),
    getAsks: async () => ok([{ price: PRICE, amount: parseDecimal('100') }]),
    async execute(request) {
      const { clientOrderId } = request;
      const earlier = queryExecution(clientOrderId);
      if (earlier.kind !== 'refused') return earlier;
      await behavior.queue();
      if (!(await request.mayStillSend())) return refused('superseded');
      await behavior.wire();
      if (behavior.refusal) return refused(behavior.refusal);
      book(request);
      if (behavior.losesAnswers) return { kind: 'unknown', detail: 'the answer was lost' };
      const [first, ...others] = books.get(clientOrderId) ?? [];
      return first ? ok(sumOrders(clientOrderId, [first, ...others])) : { kind: 'pending' };
    },
    getExecution: async (clientOrderId) => queryExecution(clientOrderId),
    readStatement: async () => ok({ balances: [], lines: [] }),
    async cancel(clientOrderId) {
      if (!behavior.isAway) {
        const request = requests.get(clientOrderId);
        const ended = (books.get(clientOrderId) ?? []).map((order): VenueOrder => {
          if (order.status !== 'open' || !request) return order;
          return behavior.cancelsTooLate
            ? buildOrder(request, order.venueOrderId, { percent: 100, staysOpen: false })
            : { ...order, status: 'canceled' };
        });
        if (ended.length > 0) books.set(clientOrderId, ended);
      }
      return queryExecution(clientOrderId);
    },
  };
  return { venue, behavior, books, book, queriedIds };
}

function buildOrder(
  { side, baseAmount }: ExecuteRequest,
  venueOrderId: string,
  { percent, staysOpen }: Pick<FakeVenueBehavior, 'percent' | 'staysOpen'>,
): VenueOrder {
  const filledBase = rescale(multiply(baseAmount, parseDecimal((percent / 100).toFixed(4))), 8, 'down');
  const cost = rescale(multiply(filledBase, PRICE), 5, 'up');
  const isWhole = formatDecimal(filledBase) === formatDecimal(rescale(baseAmount, 8, 'down'));
  const charged: readonly [string, Decimal] =
    side === 'buy'
      ? ['BTC', rescale(multiply(filledBase, TAKER_FEE), 8, 'up')]
      : ['EUR', rescale(multiply(cost, TAKER_FEE), 5, 'up')];
  const [currency, amount] = charged;
  return {
    venueOrderId,
    status: isWhole ? 'closed' : staysOpen ? 'open' : 'canceled',
    filledBase,
    cost,
    fees: amount.coefficient === 0n ? [] : [{ currency, amount }],
  };
}
