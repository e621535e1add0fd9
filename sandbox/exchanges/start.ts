import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { Books } from '../world/books.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { installBitstampRoutes } from './installBitstampRoutes.ts';
import { installCoinbaseRoutes } from './installCoinbaseRoutes.ts';
import { type KrakenState, openKrakenAccount } from './krakenAccount.ts';
import { createKrakenEngine } from './krakenEngine.ts';
import { addTreasuryAddresses, installKrakenOwnerRoutes, type SendCoins, simulateSend } from './krakenFunding.ts';
import { createKrakenKey, type KrakenKeyControls } from './krakenKey.ts';
import { type KrakenTier, krakenLimits } from './krakenLimits.ts';
import { installKrakenPrivateRoutes } from './krakenPrivateApi.ts';
import { installKrakenPublicRoutes } from './krakenPublicApi.ts';
import { createMarket, type ExchangeId, exchangeIds, type MarketControls } from './market.ts';
import { installFeedOutage } from './priceFaults.ts';

export type ExchangesStandIn = Omit<StandIn, 'books'> & {
  /** Address of each of the three exchanges; `url` is Kraken's. */
  readonly urls: Readonly<Record<ExchangeId, string>>;
  /** The desk's controls of the market. */
  readonly market: MarketControls;
  /** Controls of Kraken's nonce and rate-limit checks of the key. */
  readonly key: KrakenKeyControls;
  /** The account at Kraken: balances, orders, trades and every movement. */
  books(): KrakenState;
};

export type ExchangesOptions = {
  /** Sends withdrawals to a chain. */
  readonly send?: SendCoins;
  /** Withdrawal addresses that the owner of the account at Kraken has set up. */
  readonly wallets?: Readonly<Record<string, string>>;
  /** The account's tier at Kraken, whose limits are enforced; by default the lowest. */
  readonly krakenTier?: KrakenTier | undefined;
  /** Clock of Kraken's rate-limit counters. */
  readonly nowMs?: () => number;
};

/**
 * Starts three exchanges on one market: Kraken with its private API, Coinbase Exchange and Bitstamp with prices only. Port 0
 * takes any free one.
 */
export async function startExchanges(
  world: World,
  ports: Readonly<Record<ExchangeId, number>>,
  { send = simulateSend, wallets = {}, krakenTier = 'starter', nowMs = () => performance.now() }: ExchangesOptions = {},
): Promise<ExchangesStandIn> {
  const market = createMarket(world.clock);
  const limits = krakenLimits[krakenTier];
  const keys = { kraken: createKrakenKey(limits.rest, nowMs), krakenWithdrawals: createKrakenKey(limits.rest, nowMs) };
  const engine = createKrakenEngine(limits.engine, nowMs);
  const books = await openKrakenAccount(world, join(world.dataDir, 'kraken.json'));
  await addTreasuryAddresses(books, wallets);
  const routes: Readonly<Record<ExchangeId, (app: FastifyInstance) => void>> = {
    kraken(app) {
      installKrakenPublicRoutes(app, market, world.clock, world.faults);
      installKrakenPrivateRoutes(app, { books, market, world, keys, engine, send });
      installKrakenOwnerRoutes(app, books, world);
    },
    coinbase: (app) => installCoinbaseRoutes(app, market, world.clock, world.faults),
    bitstamp: (app) => installBitstampRoutes(app, market, world.faults),
  };

  const apps = {} as Record<ExchangeId, FastifyInstance>;
  const urls = {} as Record<ExchangeId, string>;
  for (const exchangeId of exchangeIds) {
    const app = fastify({ logger: false, forceCloseConnections: true });
    installRawFormParser(app);
    installTransportFaults(app, exchangeId, world.faults);
    installFeedOutage(app, exchangeId, market);
    routes[exchangeId](app);
    if (exchangeId === 'kraken') app.get('/api/books', () => awaitSettledState(books));
    const bound = await app.listen({ host: '127.0.0.1', port: ports[exchangeId] });
    apps[exchangeId] = app;
    urls[exchangeId] = bound;
  }

  return {
    name: 'kraken',
    url: urls.kraken,
    urls,
    market: market.controls,
    key: keys.kraken.controls,
    books: () => books.state,
    async stop() {
      await Promise.all(Object.values(apps).map((app) => app.close()));
      await books.settled();
    },
  };
}

/** Keeps the raw body, since its bytes are signed. */
function installRawFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 100_000 },
    (_request, body, done) => done(null, body),
  );
}

async function awaitSettledState(books: Books<KrakenState>): Promise<KrakenState> {
  await books.settled();
  return books.state;
}
