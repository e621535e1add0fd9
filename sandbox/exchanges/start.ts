import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { Books } from '../world/books.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { bitstampRoutes } from './bitstampRoutes.ts';
import { coinbaseRoutes } from './coinbaseRoutes.ts';
import { installDownFeed } from './disturbance.ts';
import { type KrakenBooks, openKrakenAccount } from './krakenAccount.ts';
import { createKrakenEngine } from './krakenEngine.ts';
import { krakenOwnerRoutes, type SendCoins, sendNowhere, setUpAddresses } from './krakenFunding.ts';
import { createKrakenKey, type KrakenKeyControls } from './krakenKey.ts';
import { type KrakenTier, krakenLimits } from './krakenLimits.ts';
import { krakenPrivateRoutes } from './krakenPrivate.ts';
import { krakenPublicRoutes } from './krakenPublic.ts';
import { createMarket, type ExchangeId, exchangeIds, type MarketControls } from './market.ts';

export type ExchangesStandIn = Omit<StandIn, 'books'> & {
  /** Where each of the three answers; `url` is Kraken's. */
  readonly urls: Readonly<Record<ExchangeId, string>>;
  /** What the sandbox's desk may do to the market. */
  readonly market: MarketControls;
  /** How strictly Kraken looks at its key. */
  readonly key: KrakenKeyControls;
  /** The venue's account at Kraken: balances, orders, trades and every movement. */
  books(): KrakenBooks;
};

export type ExchangesOptions = {
  /** How withdrawals leave for a chain. */
  readonly send?: SendCoins;
  /** What the owner of the account at Kraken has set up. */
  readonly wallets?: Readonly<Record<string, string>>;
  /** The account's tier at Kraken, whose limits are enforced: the lowest unless it is set. */
  readonly krakenTier?: KrakenTier | undefined;
  /** The time by which Kraken's counters fall. */
  readonly nowMs?: () => number;
};

/**
 * Three exchanges on one market: Kraken with its private API, Coinbase Exchange and Bitstamp with prices only. Port 0
 * takes any free one.
 */
export async function startExchanges(
  world: World,
  ports: Readonly<Record<ExchangeId, number>>,
  { send = sendNowhere, wallets = {}, krakenTier = 'starter', nowMs = () => performance.now() }: ExchangesOptions = {},
): Promise<ExchangesStandIn> {
  const market = createMarket(world.clock);
  const limits = krakenLimits[krakenTier];
  const keys = { kraken: createKrakenKey(limits.rest, nowMs), krakenWithdrawals: createKrakenKey(limits.rest, nowMs) };
  const engine = createKrakenEngine(limits.engine, nowMs);
  const books = await openKrakenAccount(world, join(world.dataDir, 'kraken.json'));
  await setUpAddresses(books, wallets);
  const routes: Readonly<Record<ExchangeId, (app: FastifyInstance) => void>> = {
    kraken(app) {
      krakenPublicRoutes(app, market, world.clock, world.faults);
      krakenPrivateRoutes(app, { books, market, world, keys, engine, send });
      krakenOwnerRoutes(app, books, world);
    },
    coinbase: (app) => coinbaseRoutes(app, market, world.clock, world.faults),
    bitstamp: (app) => bitstampRoutes(app, market, world.faults),
  };

  const apps = {} as Record<ExchangeId, FastifyInstance>;
  const urls = {} as Record<ExchangeId, string>;
  for (const exchangeId of exchangeIds) {
    const app = fastify({ logger: false, forceCloseConnections: true });
    readRawForms(app);
    installTransportFaults(app, exchangeId, world.faults);
    installDownFeed(app, exchangeId, market);
    routes[exchangeId](app);
    if (exchangeId === 'kraken') app.get('/api/books', () => settledBooks(books));
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

/** The body stays as it came, since its bytes are signed. */
function readRawForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 100_000 },
    (_request, body, done) => done(null, body),
  );
}

async function settledBooks(books: Books<KrakenBooks>): Promise<KrakenBooks> {
  await books.settled();
  return books.state;
}
