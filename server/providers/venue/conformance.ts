import { randomUUID } from 'node:crypto';
import {
  add,
  compare,
  type Decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  trimZeros,
} from '@slipway/money/decimal.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AccountSubject, accountConformance } from './accountConformance.testing.ts';
import type { Execution, Market, PriceSource, TradingVenue, VenueStatement } from './venuePort.ts';

const BTC_EUR: Market = { base: 'BTC', quote: 'EUR' };
const ZERO = parseDecimal('0');

function negate({ coefficient, scale }: Decimal): Decimal {
  return { coefficient: -coefficient, scale };
}

/** Formats without trailing zeros, since a venue's orders and its ledger may have different numbers of decimals. */
function formatPlain(value: Decimal): string {
  return trimZeros(formatDecimal(value));
}

function formatFills({ filledBase, cost, fees }: Pick<Execution, 'filledBase' | 'cost' | 'fees'>) {
  return {
    filledBase: formatPlain(filledBase),
    cost: formatPlain(cost),
    fees: fees.map(({ currency, amount }) => `${formatPlain(amount)} ${currency}`),
  };
}

const UNLISTED: Market = { base: 'NOCOIN', quote: 'EUR' };

/** A price source, and a test's control over its exchange or sandbox. */
export type PriceSourceSubject = {
  readonly source: PriceSource;
  /** Freezes the feed while time advances by the given seconds; absent if the exchange reports no times. */
  readonly passTime: ((seconds: number) => void) | undefined;
  now(): Date;
  /** Makes the bid of BTC/EUR higher than its ask. */
  crossFeed(): void;
  /** Makes the next public call get no answer. */
  loseNextAnswer(): void;
  /** Makes the next call for hour prices get no answer. */
  loseNextHours(): void;
  stop(): Promise<void>;
};

/** Registers the tests that every price source must pass. */
export function priceSourceConformance(name: string, open: () => Promise<PriceSourceSubject>): void {
  describe(`${name} as a price source`, () => {
    let subject: PriceSourceSubject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.stop());

    async function getTickers(...markets: Market[]) {
      const outcome = await subject.source.getTickers(markets);
      if (outcome.kind !== 'ok') throw new Error(`getTickers: ${outcome.kind}`);
      return outcome.value;
    }

    test('returns bid and ask of every listed market, and omits the others', async () => {
      const found = await getTickers(BTC_EUR, UNLISTED, { base: 'ETH', quote: 'USD' });
      expect(found.map(({ base, quote }) => `${base}/${quote}`).toSorted()).toEqual(['BTC/EUR', 'ETH/USD']);
      for (const ticker of found) {
        expect(ticker.bid.coefficient).toBeGreaterThan(0n);
        expect(compare(ticker.bid, ticker.ask)).toBe(-1);
        expect(Math.abs(ticker.at.getTime() - subject.now().getTime())).toBeLessThan(5_000);
      }
    });

    test('returns nothing if no market or only unlisted ones are requested', async () => {
      expect(await getTickers()).toEqual([]);
      expect(await getTickers(UNLISTED)).toEqual([]);
    });

    test('returns a crossed price unchanged', async () => {
      subject.crossFeed();
      const [ticker] = await getTickers(BTC_EUR);
      expect(ticker && compare(ticker.bid, ticker.ask)).toBe(1);
    });

    test('returns a stale price with its own time', async () => {
      const [before] = await getTickers(BTC_EUR);
      if (!subject.passTime || !before) return;
      subject.passTime(120);
      const [stale] = await getTickers(BTC_EUR);
      expect(subject.now().getTime() - (stale?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(120_000);
    });

    test('returns the price at the end of every full hour', async () => {
      const begun = subject.now().getTime();
      const since = new Date((Math.floor(begun / 3_600_000) - 6) * 3_600_000);
      const outcome = await subject.source.getHourPrices(BTC_EUR, since);
      if (outcome.kind !== 'ok') throw new Error(`getHourPrices: ${outcome.kind}`);
      const times = outcome.value.map(({ at }) => at.getTime());
      expect(times.length).toBeGreaterThanOrEqual(6);
      // Another hour may end during the call.
      expect(times.length).toBeLessThanOrEqual(7);
      expect(times).toEqual(times.map((_, index) => since.getTime() + (index + 1) * 3_600_000));
      expect(times.at(-1)).toBeGreaterThan(begun - 3_600_000);
      expect(times.at(-1)).toBeLessThanOrEqual(subject.now().getTime());
      const [ticker] = await getTickers(BTC_EUR);
      for (const { price } of outcome.value) {
        const ratio = Number(formatDecimal(price)) / Number(formatDecimal(ticker?.bid ?? ZERO));
        expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
      }
    });

    test('returns no hours for an unlisted market, and is unavailable when no answer comes', async () => {
      const since = new Date(subject.now().getTime() - 6 * 3_600_000);
      expect(await subject.source.getHourPrices(UNLISTED, since)).toEqual({ kind: 'ok', value: [] });
      subject.loseNextHours();
      expect((await subject.source.getHourPrices(BTC_EUR, since)).kind).toBe('unavailable');
    });

    test('is unavailable when no answer comes, and recovers', async () => {
      await getTickers(BTC_EUR);
      subject.loseNextAnswer();
      const outcome = await subject.source.getTickers([BTC_EUR]);
      expect(outcome.kind).toBe('unavailable');
      expect(await getTickers(BTC_EUR)).toHaveLength(1);
    });
  });
}

/** The venue's own records of the orders with an id. Decimal strings, in the venue's digits. */
export type VenueBooks = {
  readonly executions: number;
  readonly filledBase: string;
  readonly cost: string;
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
};

export type TradingVenueSubject = AccountSubject & {
  readonly venue: TradingVenue;
  books(clientOrderId: string): VenueBooks;
  /** Scales the venue's ask depth by a factor from now on. */
  setDepth(base: string, factor: number): void;
  takeFeesInThirdAsset(): void;
  /** Loses the next order: `before`, it never arrives; `after`, it is executed and the answer is lost. */
  loseNextOrder(when: 'before' | 'after'): void;
  /** Makes the venue execute the next order twice, under one client order id. */
  executeNextOrderTwice(): void;
  /** Fills a part of the next order and leaves the rest in the book. */
  leaveNextOrderOpen(): void;
  /** Fills the order of the next cancellation completely right before it. */
  fillBeforeNextCancellation(): void;
  /** Fills this percentage of the next order. */
  fillNextOrder(percent: number): void;
  /** Answers the order but loses the query about it. */
  loseNextOrderQuery(): void;
  /** Hides the last trade, or a part of it, in the next answers about the ledger; `readings` is their number. */
  delayLedger(readings: number, missing: 'a line' | 'all'): void;
  failNextOrder(how: 'answer_500' | 'answer_429'): void;
  /** Advances time until a lost order can no longer be executed. */
  passDeadline(): void;
  /** Delays this process from now on between the permission to send and the sending, so that orders arrive too late. */
  stallUntilDeadline(): void;
  /** Returns the same venue with an unknown key. */
  withWrongKey(): TradingVenue;
  /** Returns the same venue at an address without a server. */
  unreachable(): TradingVenue;
  stop(): Promise<void>;
};

/** Registers the tests that every trading venue must pass (docs/adding-a-vendor.md). */
export function tradingVenueConformance(name: string, open: () => Promise<TradingVenueSubject>): void {
  describe(`${name} as a trading venue`, () => {
    let subject: TradingVenueSubject;
    let venue: TradingVenue;
    beforeEach(async () => {
      subject = await open();
      venue = subject.venue;
    });
    afterEach(() => subject.stop());

    accountConformance(() => ({ account: venue, subject, unreachable: subject.unreachable() }));

    /** Returns a request with a limit so far above the best ask that only the book's depth decides. */
    async function buildOrder(baseAmount: string, limitFactor = '1.03') {
      const asks = await venue.getAsks(BTC_EUR);
      const rules = await venue.getMarketRules(BTC_EUR);
      if (asks.kind !== 'ok' || rules.kind !== 'ok' || !asks.value[0]) throw new Error('no market');
      return {
        clientOrderId: randomUUID(),
        market: BTC_EUR,
        side: 'buy' as const,
        baseAmount: parseDecimal(baseAmount),
        limitPrice: multiply(asks.value[0].price, parseDecimal(limitFactor)),
        mayStillSend: async () => true,
      };
    }

    async function executeOrder(request: Parameters<TradingVenue['execute']>[0]): Promise<Execution> {
      const outcome = await venue.execute(request);
      if (outcome.kind !== 'ok') throw new Error(`execute: ${JSON.stringify(outcome)}`);
      return outcome.value;
    }

    function expectAsBooked(execution: Execution, executions = 1): void {
      const { fees, ...books } = subject.books(execution.clientOrderId);
      expect({ ...formatFills(execution), executions }).toEqual({
        executions: books.executions,
        ...formatFills({
          filledBase: parseDecimal(books.filledBase),
          cost: parseDecimal(books.cost),
          fees: fees.map(({ currency, amount }) => ({ currency, amount: parseDecimal(amount) })),
        }),
      });
    }

    test('returns asks, best first, and the rules of a market', async () => {
      const asks = await venue.getAsks(BTC_EUR);
      if (asks.kind !== 'ok') throw new Error(asks.kind);
      expect(asks.value.length).toBeGreaterThan(10);
      const prices = asks.value.map(({ price }) => price);
      expect(prices.toSorted(compare)).toEqual(prices);

      const rules = await venue.getMarketRules(BTC_EUR);
      if (rules.kind !== 'ok') throw new Error(rules.kind);
      expect(rules.value.takerFee.coefficient).toBeGreaterThan(0n);
      expect(compare(rules.value.takerFee, parseDecimal('0.02'))).toBe(-1);
      expect(rules.value.minimumBase.coefficient).toBeGreaterThan(0n);
      expect(rules.value.amountDecimals).toBeGreaterThan(0);
    });

    async function readStatement(since: Date): Promise<VenueStatement> {
      const read = await venue.readStatement(since);
      if (read.kind !== 'ok') throw new Error(`readStatement: ${JSON.stringify(read)}`);
      return read.value;
    }

    test('reports the account’s balances and each order’s movements', async () => {
      const before = await readStatement(new Date(0));
      const execution = await executeOrder(await buildOrder('0.00155891'));
      const after = await readStatement(new Date(0));
      const [{ venueOrderId }] = execution.orders as [Execution['orders'][number]];
      const known = new Set(before.lines.map(({ lineId }) => lineId));
      const moved = after.lines.filter(({ lineId }) => !known.has(lineId));
      expect(new Set(moved.map(({ groupId }) => groupId))).toEqual(new Set([venueOrderId]));
      expect(moved.every(({ isOfOrder }) => isOfOrder)).toBe(true);
      expect(before.lines.every(({ isOfOrder }) => !isOfOrder)).toBe(true);
      const fee = (currency: string) =>
        execution.fees.filter((each) => each.currency === currency).reduce((sum, { amount }) => add(sum, amount), ZERO);
      const bought = add(execution.filledBase, negate(fee('BTC')));
      const spent = negate(add(execution.cost, fee('EUR')));
      for (const [currency, expected] of [
        ['BTC', bought],
        ['EUR', spent],
      ] as const) {
        const rows = moved.filter(({ amount }) => amount.currency === currency);
        expect(compare(rows.map(({ amount }) => amount.value).reduce(add, ZERO), expected)).toBe(0);
        const findBalance = ({ balances }: VenueStatement) =>
          balances.find((each) => each.currency === currency)?.value ?? ZERO;
        expect(compare(add(findBalance(before), expected), findBalance(after))).toBe(0);
      }
    });

    test('returns only lines since a time, and all of many pages', async () => {
      for (let count = 0; count < 30; count++) await executeOrder(await buildOrder('0.0005'));
      const all = await readStatement(new Date(0));
      expect(all.lines.length).toBeGreaterThan(59);
      const sums = new Map<string, Decimal>();
      for (const { amount } of all.lines)
        sums.set(amount.currency, add(sums.get(amount.currency) ?? ZERO, amount.value));
      for (const { currency, value } of all.balances) expect(compare(sums.get(currency) ?? ZERO, value)).toBe(0);
      const newest = Math.max(...all.lines.map(({ at }) => at.getTime()));
      expect((await readStatement(new Date(newest + 60_000))).lines).toEqual([]);
    });

    test('returns no statement with a wrong key or when the venue cannot be reached', async () => {
      expect((await subject.withWrongKey().readStatement(new Date(0))).kind).toBe('unavailable');
      expect((await subject.unreachable().readStatement(new Date(0))).kind).toBe('unavailable');
    });

    test('refuses an unlisted market', async () => {
      expect(await venue.getAsks(UNLISTED)).toMatchObject({ kind: 'refused', reason: 'not_listed' });
      expect(await venue.getMarketRules(UNLISTED)).toMatchObject({ kind: 'refused', reason: 'not_listed' });
      const request = { ...(await buildOrder('0.00155891')), market: UNLISTED };
      expect(await venue.execute(request)).toMatchObject({ kind: 'refused', reason: 'invalid_request' });
    });

    test('fills an order within its limit, with the exact amounts of its ledger', async () => {
      const request = await buildOrder('0.00155891');
      const execution = await executeOrder(request);
      expect(execution.status).toBe('closed');
      expect(formatPlain(execution.filledBase)).toBe('0.00155891');
      expect(compare(execution.cost, multiply(request.baseAmount, request.limitPrice))).toBe(-1);
      expect(execution.fees).toHaveLength(1);
      expectAsBooked(execution);
      expect(await venue.getExecution(request.clientOrderId, BTC_EUR)).toEqual({ kind: 'ok', value: execution });
    });

    test('fills a large order at worse prices', async () => {
      const small = await executeOrder(await buildOrder('0.01'));
      const large = await executeOrder(await buildOrder('5', '1.05'));
      expect(large.status).toBe('closed');
      const price = ({ cost, filledBase }: Execution) =>
        Number(formatDecimal(cost)) / Number(formatDecimal(filledBase));
      expect(price(large)).toBeGreaterThan(price(small) * 1.001);
      expectAsBooked(large);
    });

    test('fills an order with what the order book has within its limit, possibly nothing', async () => {
      subject.setDepth('BTC', 0.001);
      const request = await buildOrder('0.5');
      const execution = await executeOrder(request);
      expect(execution.status).toBe('canceled');
      expect(execution.filledBase.coefficient).toBeGreaterThan(0n);
      expect(compare(execution.filledBase, request.baseAmount)).toBe(-1);
      expectAsBooked(execution);

      const far = await executeOrder(await buildOrder('0.01', '0.5'));
      expect(far).toMatchObject({ status: 'canceled', fees: [] });
      expect(far.filledBase.coefficient).toBe(0n);
    });

    test('reports a fee in a third asset separately', async () => {
      subject.takeFeesInThirdAsset();
      const execution = await executeOrder(await buildOrder('0.02'));
      expect(execution.fees).toHaveLength(1);
      expect(['BTC', 'EUR']).not.toContain(execution.fees[0]?.currency);
      expectAsBooked(execution);
    });

    test('executes an id once, however often it is requested', async () => {
      const request = await buildOrder('0.00155891');
      const first = await executeOrder(request);
      expect(await executeOrder(request)).toEqual(first);
      // A database restored from an earlier state has no record of the send.
      expect(await executeOrder({ ...request, unsentSince: new Date() })).toEqual(first);
      expect(await executeOrder({ ...request, unsentSince: new Date(0) })).toEqual(first);
      expect(subject.books(request.clientOrderId).executions).toBe(1);
    });

    test('executes an id once when it is requested concurrently', async () => {
      const request = await buildOrder('0.002');
      const outcomes = await Promise.all([venue.execute(request), venue.execute(request)]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['ok', 'pending']);
      expect(subject.books(request.clientOrderId).executions).toBe(1);
    });

    test('accepts ids that the venue itself would reject', async () => {
      const request = { ...(await buildOrder('0.002')), clientOrderId: `conversion ${'x'.repeat(80)} ü` };
      const first = await executeOrder(request);
      expect(first.clientOrderId).toBe(request.clientOrderId);
      expect(await venue.getExecution(request.clientOrderId, BTC_EUR)).toEqual({ kind: 'ok', value: first });
    });

    test('returns unknown for a lost response, and a query finds the execution', async () => {
      const request = await buildOrder('0.003');
      subject.loseNextOrder('after');
      expect((await venue.execute(request)).kind).toBe('unknown');
      const settled = await venue.getExecution(request.clientOrderId, BTC_EUR);
      if (settled.kind !== 'ok') throw new Error(settled.kind);
      expectAsBooked(settled.value);
      expect(await executeOrder(request)).toEqual(settled.value);
    });

    test('returns unknown for an order that cannot be read back', async () => {
      const request = await buildOrder('0.003');
      subject.loseNextOrderQuery();
      expect((await venue.execute(request)).kind).toBe('unknown');
      const settled = await venue.getExecution(request.clientOrderId, BTC_EUR);
      if (settled.kind !== 'ok') throw new Error(settled.kind);
      expectAsBooked(settled.value);
    });

    test.each(['a line', 'all'] as const)(
      'reports an execution only once the ledger shows it, with %s missing',
      async (missing) => {
        const request = await buildOrder('0.003');
        subject.delayLedger(2, missing);
        expect((await venue.execute(request)).kind).toBe('unknown');
        expect((await venue.getExecution(request.clientOrderId, BTC_EUR)).kind).toBe('pending');
        const settled = await venue.getExecution(request.clientOrderId, BTC_EUR);
        if (settled.kind !== 'ok') throw new Error(settled.kind);
        expectAsBooked(settled.value);
      },
    );

    test('returns unknown for a lost order, pending until its deadline, then not_found; it can then be sent again', async () => {
      const request = await buildOrder('0.003');
      subject.loseNextOrder('before');
      expect((await venue.execute(request)).kind).toBe('unknown');
      expect((await venue.getExecution(request.clientOrderId, BTC_EUR)).kind).toBe('pending');
      expect((await venue.execute(request)).kind).toBe('pending');
      subject.passDeadline();
      const queryOutcome = await venue.getExecution(request.clientOrderId, BTC_EUR);
      expect(queryOutcome).toMatchObject({ kind: 'refused', reason: 'not_found' });
      expectAsBooked(await executeOrder(request));
    });

    test('returns unknown for a server error and unavailable for a rate limit', async () => {
      const request = await buildOrder('0.003');
      subject.failNextOrder('answer_500');
      expect((await venue.execute(request)).kind).toBe('unknown');
      const limited = await buildOrder('0.003');
      subject.failNextOrder('answer_429');
      expect((await venue.execute(limited)).kind).toBe('unavailable');
      expectAsBooked(await executeOrder(limited));
    });

    test('refuses orders beyond the funds, below the minimum, or with too many digits', async () => {
      const tooMuch = await buildOrder('100000');
      expect(await venue.execute(tooMuch)).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' });
      const tooLittle = await buildOrder('0.00001');
      expect(await venue.execute(tooLittle)).toMatchObject({ kind: 'refused', reason: 'below_minimum' });
      const tooFine = await buildOrder('0.0015589101');
      expect(await venue.execute(tooFine)).toMatchObject({ kind: 'refused', reason: 'invalid_request' });
      for (const { clientOrderId } of [tooMuch, tooLittle, tooFine]) {
        expect(await venue.getExecution(clientOrderId, BTC_EUR)).toMatchObject({
          kind: 'refused',
          reason: 'not_found',
        });
        expect(subject.books(clientOrderId).executions).toBe(0);
      }
    });

    test('does not send an order when `mayStillSend` returns false or fails', async () => {
      const request = await buildOrder('0.003');
      const outcome = await venue.execute({ ...request, mayStillSend: async () => false });
      expect(outcome).toMatchObject({ kind: 'refused', reason: 'superseded' });
      const queryOutcome = await venue.getExecution(request.clientOrderId, BTC_EUR);
      expect(queryOutcome).toMatchObject({ kind: 'refused', reason: 'not_found' });
      const failing = venue.execute({ ...request, mayStillSend: () => Promise.reject(new Error('database is away')) });
      await expect(failing).rejects.toThrow('database is away');
      expect(subject.books(request.clientOrderId).executions).toBe(0);
      expectAsBooked(await executeOrder(request));
    });

    test('calls `mayStillSend` when an order is about to be sent, not when it is queued', async () => {
      const requests = await Promise.all(Array.from({ length: 4 }, () => buildOrder('0.001')));
      let mayStillSend = true;
      const outcomes = requests.map((request) =>
        venue.execute({
          ...request,
          // The first to be sent revokes the permission of the others, which wait behind it.
          async mayStillSend() {
            const may = mayStillSend;
            mayStillSend = false;
            return may;
          },
        }),
      );
      const kinds = (await Promise.all(outcomes)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['ok', 'refused', 'refused', 'refused']);
    });

    test('buys nothing when a process stalls after `mayStillSend` returned true', async () => {
      const request = await buildOrder('0.003');
      subject.stallUntilDeadline();
      const outcome = await venue.execute(request);
      expect(['unavailable', 'unknown']).toContain(outcome.kind);
      expect(subject.books(request.clientOrderId).executions).toBe(0);
    });

    test('reports both orders if the venue executed an id twice', async () => {
      const request = await buildOrder('0.002');
      subject.executeNextOrderTwice();
      await venue.execute(request);
      const queryOutcome = await venue.getExecution(request.clientOrderId, BTC_EUR);
      if (queryOutcome.kind !== 'ok') throw new Error(queryOutcome.kind);
      expect(queryOutcome.value.orders).toHaveLength(2);
      expect(new Set(queryOutcome.value.orders.map(({ venueOrderId }) => venueOrderId)).size).toBe(2);
      expectAsBooked(queryOutcome.value, 2);
    });

    test('reports an open order, and what was filled once it is cancelled', async () => {
      const request = await buildOrder('0.02');
      subject.leaveNextOrderOpen();
      const placed = await executeOrder(request);
      expect(placed.status).toBe('open');
      const cancelled = await venue.cancel(request.clientOrderId, BTC_EUR);
      if (cancelled.kind !== 'ok') throw new Error(cancelled.kind);
      expect(cancelled.value.status).toBe('canceled');
      expect(compare(cancelled.value.filledBase, request.baseAmount)).toBe(-1);
      expectAsBooked(cancelled.value);
      expect(await venue.getExecution(request.clientOrderId, BTC_EUR)).toEqual(cancelled);
    });

    test('reports the complete fill when a cancellation comes too late', async () => {
      const request = await buildOrder('0.02');
      subject.leaveNextOrderOpen();
      await executeOrder(request);
      subject.fillBeforeNextCancellation();
      const ended = await venue.cancel(request.clientOrderId, BTC_EUR);
      if (ended.kind !== 'ok') throw new Error(ended.kind);
      expect(ended.value.status).toBe('closed');
      expect(compare(ended.value.filledBase, request.baseAmount)).toBe(0);
      expectAsBooked(ended.value);
    });

    test('leaves an ended order unchanged when it is cancelled, and does not find an unknown one', async () => {
      const execution = await executeOrder(await buildOrder('0.002'));
      expect(await venue.cancel(execution.clientOrderId, BTC_EUR)).toEqual({ kind: 'ok', value: execution });
      expect(await venue.cancel(randomUUID(), BTC_EUR)).toMatchObject({ kind: 'refused', reason: 'not_found' });
    });

    test('reports empty and partial fills as final', async () => {
      for (const [percent, filled] of [
        [0, '0'],
        [10, '0.002'],
      ] as const) {
        const request = await buildOrder('0.02');
        subject.fillNextOrder(percent);
        const execution = await executeOrder(request);
        expect(execution.status).toBe('canceled');
        expect(formatPlain(execution.filledBase)).toBe(filled);
        expectAsBooked(execution);
      }
    });

    test('sells within its limit, with the fee taken from the proceeds', async () => {
      const bought = await executeOrder(await buildOrder('0.02'));
      const asks = await venue.getAsks(BTC_EUR);
      if (asks.kind !== 'ok' || !asks.value[0]) throw new Error('no market');
      const limitPrice = multiply(asks.value[0].price, parseDecimal('0.97'));
      const request = { ...(await buildOrder('0.01')), side: 'sell' as const, limitPrice };
      const sold = await executeOrder(request);
      expect(sold.status).toBe('closed');
      expect(formatPlain(sold.filledBase)).toBe('0.01');
      expect(compare(sold.cost, multiply(request.baseAmount, limitPrice))).toBe(1);
      expect(sold.fees.map(({ currency }) => currency)).toEqual(['EUR']);
      expect(compare(sold.cost, bought.cost)).toBe(-1);
      const far = { ...(await buildOrder('0.001', '1.5')), side: 'sell' as const };
      expect(await executeOrder(far)).toMatchObject({ status: 'canceled', fees: [] });
      const tooMuch = { ...(await buildOrder('100')), side: 'sell' as const };
      expect(await venue.execute(tooMuch)).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' });
    });

    test('answers queries about orders during many market queries', async () => {
      const { clientOrderId } = await executeOrder(await buildOrder('0.001'));
      const bookReadings = Promise.all(Array.from({ length: 200 }, () => venue.getAsks(BTC_EUR)));
      const queryOutcome = await venue.getExecution(clientOrderId, BTC_EUR);
      expect(queryOutcome.kind).toBe('ok');
      expect((await bookReadings).every(({ kind }) => kind === 'ok')).toBe(true);
    });

    test('executes each of many concurrent orders once', async () => {
      const requests = await Promise.all(Array.from({ length: 8 }, () => buildOrder('0.001')));
      const executions = await Promise.all(requests.map(executeOrder));
      for (const execution of executions) expectAsBooked(execution);
    });

    test('refuses calls or is unavailable with a wrong key, and is unavailable when it cannot be reached', async () => {
      const request = await buildOrder('0.001');
      const stranger = await subject.withWrongKey().execute(request);
      expect(['refused', 'unavailable']).toContain(stranger.kind);
      expect((await subject.unreachable().execute(request)).kind).toBe('unavailable');
      expect((await subject.unreachable().getExecution(request.clientOrderId, BTC_EUR)).kind).toBe('unavailable');
    });
  });
}
