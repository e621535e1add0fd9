import { parseDecimal } from '@slipway/money/decimal.ts';
import { BudgetSpentError, type CallPriority } from '../../callBudget.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import { sumOrders } from '../sumOrders.ts';
import type { ExecuteRequest, Execution, ExecutionRefusal, TradingVenue } from '../venuePort.ts';
import { formatMarketSymbol } from './ccxtPriceSource.ts';
import { toClOrdId } from './clientOrderId.ts';
import {
  createKrakenClient,
  type FoundOrder,
  findByClOrdId,
  type KrakenClient,
  type KrakenClientConfig,
} from './krakenClient.ts';
import { createKrakenFunding } from './krakenFunding.ts';
import { IncompleteListError } from './krakenLists.ts';
import { type PreparedOrder, prepareOrder, readMarketRules, readOrders } from './krakenOrders.ts';
import { readKrakenStatement } from './krakenStatement.ts';
import { describeError, isOrderUnknown, toOrderFailure, toUnavailable } from './map.ts';

/**
 * Time after sending within which an order may still be matched. Kraken accepts a deadline 2 to 60 seconds ahead of its
 * clock, and its engine does not match an order after it, however late it arrives
 * (docs.kraken.com/api-reference/trading/add-order, `deadline`). Together with the request timeout of ten seconds it
 * does not exceed the port's LONGEST_SENDING_MS.
 */
const DEADLINE_MS = 5_000;
/** Delay after which an order matched at the last moment is listed, so that "not found" is reliable. */
const SETTLING_MS = 1_000;

export type CcxtTradingVenueConfig = KrakenClientConfig & {
  /** The product's clock, which `unsentSince` refers to. */
  readonly now?: (() => Date) | undefined;
};

/**
 * Creates the trading adapter for Kraken through ccxt, with immediate-or-cancel limit orders. Kraken keeps `cl_ord_id`
 * unique among open orders only (docs.kraken.com/exchange/guides/general/clordid), and such an order is hardly ever
 * open: the same id sent twice is executed twice. So `execute` searches for an earlier order first, and calls
 * `mayStillSend` right before sending. `machineNow` is the machine's clock and not the product's, since the exchange
 * compares the deadline with its own clock.
 */
export function createCcxtTradingVenue(config: CcxtTradingVenueConfig): TradingVenue {
  const { machineNow = () => new Date(), now = () => new Date() } = config;
  const client = createKrakenClient({ ...config, machineNow });
  const matchable = createMatchableOrders(machineNow);
  const executing = new Set<string>();

  async function findExecution(
    { clientOrderId, market }: Pick<ExecuteRequest, 'clientOrderId' | 'market'>,
    search: (client: KrakenClient, clOrdId: string) => Promise<readonly FoundOrder[]>,
  ): Promise<Outcome<Execution, 'not_found'>> {
    try {
      const orders = await readOrders(client, market, await search(client, toClOrdId(clientOrderId)), 'finish');
      if (!orders) return { kind: 'pending' };
      const [first, ...others] = orders;
      if (first) return ok(sumOrders(clientOrderId, [first, ...others]));
      return matchable.has(clientOrderId) ? { kind: 'pending' } : refused('not_found');
    } catch (error) {
      return toUnavailable(error);
    }
  }

  /**
   * Looks for an earlier order with an id that is about to be sent. If the id should never have been sent, searches
   * only the recent lists.
   */
  function findEarlier(request: ExecuteRequest): Promise<Outcome<Execution, 'not_found'>> {
    const { unsentSince } = request;
    const isCovered =
      unsentSince !== undefined && (now().getTime() - unsentSince.getTime()) / 1000 < client.coveredSeconds();
    return findExecution(request, isCovered ? (_, clOrdId) => findRecent(client, clOrdId, 'start') : findOrders);
  }

  async function send(
    request: ExecuteRequest,
    order: PreparedOrder,
  ): Promise<Outcome<Execution, ExecutionRefusal | 'superseded'>> {
    const { clientOrderId, market } = request;
    let maySend = false;
    const deadline = async () => {
      // Computed before the permission is requested, so that a process that stalls afterwards sends an order that is
      // too late.
      const at = new Date(machineNow().getTime() + DEADLINE_MS);
      maySend = await request.mayStillSend();
      if (!maySend) return undefined;
      matchable.add(clientOrderId, at);
      return at;
    };
    let txid: string | undefined;
    try {
      txid = await client.addOrder({ ...order, clOrdId: toClOrdId(clientOrderId), deadline });
    } catch (error) {
      if (error instanceof BudgetSpentError) return toUnavailable(error);
      if (!maySend) throw error;
      const outcome = toOrderFailure(error);
      if (outcome.kind !== 'unknown') matchable.remove(clientOrderId);
      return outcome;
    }
    if (txid === undefined) return refused('superseded');
    // The order is accepted from here on, even if it cannot be read now.
    try {
      const placed = await findPlacedOrders(client, toClOrdId(clientOrderId), txid);
      const [first, ...others] = (await readOrders(client, market, placed, 'finish')) ?? [];
      if (!first) return { kind: 'unknown', detail: `${txid} was accepted, and its fill is not listed yet` };
      return ok(sumOrders(clientOrderId, [first, ...others]));
    } catch (error) {
      return { kind: 'unknown', detail: `${txid} was accepted. ${describeError(error)}` };
    }
  }

  return {
    ...createKrakenFunding(client),
    id: 'kraken',
    readStatement: (since) => readKrakenStatement(client, since),
    budget: client.budget,
    stop: client.stop,
    getExecution: (clientOrderId, market) => findExecution({ clientOrderId, market }, findOrders),
    async cancel(clientOrderId, market) {
      try {
        const open = Object.entries(await client.openOrders('finish'));
        for (const { txid } of findByClOrdId(open, toClOrdId(clientOrderId))) {
          await client.cancelOrder(txid).catch((error: unknown) => {
            if (!isOrderUnknown(error)) throw error;
          });
        }
      } catch (error) {
        return toUnavailable(error);
      }
      return findExecution({ clientOrderId, market }, findOrders);
    },
    async getAsks(market) {
      try {
        const listed = await client.findMarket(formatMarketSymbol(market));
        if (!listed) return refused('not_listed');
        const asks = await client.asks(listed.id);
        return ok(asks.map(([price, amount]) => ({ price: parseDecimal(price), amount: parseDecimal(amount) })));
      } catch (error) {
        return toUnavailable(error);
      }
    },
    async getMarketRules(market) {
      try {
        const listed = await client.findMarket(formatMarketSymbol(market));
        return listed ? ok(readMarketRules(listed)) : refused('not_listed');
      } catch (error) {
        return toUnavailable(error);
      }
    },
    async execute(request) {
      const { clientOrderId } = request;
      if (executing.has(clientOrderId)) return { kind: 'pending' };
      executing.add(clientOrderId);
      try {
        const prepared = await prepareOrder(client, request);
        if (prepared.kind !== 'ok') return prepared;
        const earlier = await findEarlier(request);
        // Refused as `not_found`: there is no earlier order.
        return earlier.kind === 'refused' ? await send(request, prepared.value) : earlier;
      } finally {
        executing.delete(clientOrderId);
      }
    },
  };
}

/** Returns the order that was just placed and any other under its id; none if it is not listed yet. */
async function findPlacedOrders(client: KrakenClient, clOrdId: string, txid: string): Promise<readonly FoundOrder[]> {
  const closed = await findClosed(client, clOrdId, 'finish');
  return closed.some((found) => found.txid === txid) ? closed : findRecent(client, clOrdId, 'finish');
}

/** Returns every order with the id. Queries by id if it is not among the recent ones. */
async function findOrders(client: KrakenClient, clOrdId: string): Promise<readonly FoundOrder[]> {
  const recent = await findRecent(client, clOrdId, 'finish');
  return recent.length > 0 ? recent : client.findClosedOrders(clOrdId, 'finish');
}

/** Returns open and recently ended orders with the id. Reads open ones first, so that none that ends meanwhile is missed. */
async function findRecent(client: KrakenClient, clOrdId: string, priority: CallPriority): Promise<FoundOrder[]> {
  const open = findByClOrdId(Object.entries(await client.openOrders(priority)), clOrdId);
  const closed = await findClosed(client, clOrdId, priority);
  const ended = new Set(closed.map(({ txid }) => txid));
  return [...open.filter(({ txid }) => !ended.has(txid)), ...closed];
}

/** Returns recent ended orders with the id. Queries by id if their list cannot be read completely. */
async function findClosed(client: KrakenClient, clOrdId: string, priority: CallPriority): Promise<FoundOrder[]> {
  try {
    return findByClOrdId(await client.closedOrders(priority), clOrdId);
  } catch (error) {
    if (!(error instanceof IncompleteListError)) throw error;
    return client.findClosedOrders(clOrdId, priority);
  }
}

/** Tracks ids of orders that this process sent and that the exchange may still match, although no query finds them. */
function createMatchableOrders(machineNow: () => Date) {
  const untilMs = new Map<string, number>();
  return {
    add(clientOrderId: string, deadline: Date) {
      const now = machineNow().getTime();
      for (const [id, until] of untilMs) if (until < now) untilMs.delete(id);
      untilMs.set(clientOrderId, deadline.getTime() + SETTLING_MS);
    },
    remove: (clientOrderId: string) => void untilMs.delete(clientOrderId),
    has: (clientOrderId: string) => (untilMs.get(clientOrderId) ?? 0) > machineNow().getTime(),
  };
}
