import { fileURLToPath } from 'node:url';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import proxyAddresses from '@fastify/proxy-addr';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { createAccessLog } from '../account/accessLog.ts';
import { registerPartnerGateway } from '../partner/api/partnerGateway.ts';
import { createPartnerLimits } from '../partner/api/partnerLimits.ts';
import { registerSiteCheck } from '../partner/embed/siteCheck.ts';
import { NO_PARTNER } from '../partner/partner.ts';
import type { Environment } from '../platform/config/environment.ts';
import { createAdmission } from '../platform/http/admission.ts';
import { brokenRequests, refuseNodesOwn } from '../platform/http/brokenRequests.ts';
import { readDocuments } from '../platform/http/documents.ts';
import { registerDraining } from '../platform/http/draining.ts';
import { watchEventLoop } from '../platform/http/eventLoop.ts';
import { BODY_LIMIT_BYTES, registerGateway } from '../platform/http/gateway.ts';
import { listen } from '../platform/http/listen.ts';
import { openApiDocument } from '../platform/http/openapi.ts';
import { registerOpenedVisits } from '../platform/http/openedVisits.ts';
import { registerPages } from '../platform/http/pages.ts';
import { openSharedCounts } from '../platform/http/rateLimitStore.ts';
import { registerReference } from '../platform/http/reference.ts';
import { type FramingOrigins, registerSecurityHeaders, securityHeaders } from '../platform/http/securityHeaders.ts';
import { createAnswersAhead } from '../platform/http/sentAnswers.ts';
import { type Pressure, registerShedding } from '../platform/http/shedding.ts';
import { openStreamPlaces, RENEW_PLACES_MS } from '../platform/http/streamPlaces.ts';
import { createStreamSlots, STREAM_LIMITS, type StreamSlots } from '../platform/http/streamSlots.ts';
import { readTerms } from '../platform/http/terms.ts';
import { warnOfUnnamedProxy } from '../platform/http/unnamedProxy.ts';
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts';
import { registerMetrics } from '../platform/metrics/registerMetrics.ts';
import { remembering } from '../platform/remembering.ts';
import { VERSION } from '../platform/version.ts';
import { keepHeard } from '../purchase/offer/heardAnswerStore.ts';
import { registerOrderEvents } from '../purchase/order/orderEvents.ts';
import { listenToOrders, type OrderNews } from '../purchase/order/orderNews.ts';
import { findOrder } from '../purchase/order/orderStore.ts';
import { registerOtherCells } from '../purchase/order/otherCells.ts';
import { openPlaceOfAddress } from '../region/placeOfAddress.ts';
import { isTurnedAway } from '../region/servedCallers.ts';
import { createPointBuffer } from '../tracking/pointBuffer.ts';
import { allHandlers, servedRegions } from './allHandlers.ts';
import { createCallerReader } from './callers.ts';
import { collectGauges } from './collectGauges.ts';
import type { Context } from './context.ts';
import { registerHealth } from './health.ts';
import { partnerHandlers, partnerReplayChecks } from './partnerHandlers.ts';
import { repeat } from './repeat.ts';
import { registerWebhooks } from './webhooks.ts';

const TRACKING_MS = 500;
const ACCESS_LOG_MS = 500;
const HEARD_MS = 10_000;
const COMPRESSED_FROM_BYTES = 4096;
const BUILT_WEB_FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const SHIPPED_TERMS_FOLDER = fileURLToPath(new URL('../../web/terms/texts/', import.meta.url));

const NO_PROXY_NAMED =
  'TRUSTED_PROXIES is empty: name your proxy there, or all its buyers count as one, of no known place (region_denied)';

export type RunningApi = { stop(): Promise<void> };

/** The wire, the pages, the webhooks. Many of them can run against one database. */
export async function startApi(
  context: Context,
  environment: Environment,
  metrics: Metrics,
  { isPlayMoney }: { readonly isPlayMoney: boolean },
): Promise<RunningApi> {
  const sandbox = environment.SLIPWAY_SANDBOX === '1';
  const { languages } = context;
  const distFolder = environment.WEB_FOLDER ?? BUILT_WEB_FOLDER;
  const documents = await readDocuments(distFolder, languages);
  const terms = await readTerms(distFolder, environment.TERMS_FOLDER ?? SHIPPED_TERMS_FOLDER);
  const eventLoop = watchEventLoop();
  if (!sandbox && environment.TRUSTED_PROXIES.length === 0) context.log.warn(NO_PROXY_NAMED);
  const orderNews = listenToOrders(context.directUrl, context.log);
  const app = await createGatewayApp(
    context,
    {
      secure: !sandbox,
      trustedProxies: environment.TRUSTED_PROXIES,
      defaultCountry: environment.DEFAULT_COUNTRY,
      isSandbox: sandbox,
      isPlayMoney,
      rateLimits: environment.RATE_LIMITS === 'on',
      metricsToken: environment.METRICS_TOKEN,
      styleHash: documents.styleHash,
      orderNews,
      pressure: { lateMs: eventLoop.lateMs, waiting: () => context.database.pool.waitingCount },
    },
    metrics,
  );
  const draining = registerDraining(app);
  registerHealth(app, context, { ...eventLoop, ...draining });
  await registerPages(app, {
    distFolder,
    documents,
    terms,
    languages,
    answersAhead: createAnswersAhead({
      answerCall: app.answerCall,
      origin: new URL(context.publicUrl).origin,
      isAnsweredAlone: () => context.catalog.sellsItself,
      now: () => new Date(),
      noPartner: NO_PARTNER,
    }),
    framingOrigins: framingOriginsOf(context),
  });
  await listen(app, environment.PORT, environment);
  return {
    async stop() {
      await draining.stop(environment.DRAIN_SECONDS);
      await orderNews.stop();
      eventLoop.stop();
    },
  };
}

export type GatewaySettings = {
  readonly secure: boolean;
  readonly trustedProxies: readonly string[];
  readonly defaultCountry: string;
  readonly isSandbox: boolean;
  readonly isPlayMoney: boolean;
  readonly rateLimits: boolean;
  /** How long the database has to count a client, where it is not what buyers wait for. */
  readonly sharedLimits?: { readonly timeoutMs: number };
  readonly metricsToken: string | undefined;
  /** Of the style sheet inside the web app's documents; none where no pages are served. */
  readonly styleHash?: string;
  /** What the streams of orders' changes tell; without it there are none. */
  readonly orderNews?: OrderNews;
  /** By which calls are turned away; without it none is. */
  readonly pressure?: Pressure;
};

/** The calls, the webhooks and the OpenAPI document, not listening yet. */
export async function createGatewayApp(
  context: Context,
  settings: GatewaySettings,
  metrics: Metrics = createMetrics(),
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const framingOrigins = framingOriginsOf(context);
  const headersOf = securityHeaders({
    acquirer: context.card.browser,
    secure: settings.secure,
    framingOrigins,
    ...(settings.styleHash !== undefined && { styleHash: settings.styleHash }),
  });
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // A request leaves one line at most, which has its own reference.
    childLoggerFactory: (logger) => logger,
    trustProxy: trusting(settings.trustedProxies),
    // Streams are ended by who has opened them, and calls are finished.
    return503OnClosing: false,
    ...brokenRequests(headersOf),
  });
  const regions = servedRegions(context);
  const callers = createCallerReader({
    database: context.database,
    secureCookies: settings.secure,
    placeOfAddress: await openPlaceOfAddress(),
    defaultCountry: settings.defaultCountry,
    isBanned: (caller) => isTurnedAway(regions, caller),
    isSandbox: settings.isSandbox,
    isPlayMoney: settings.isPlayMoney,
    locales: context.languages.locales,
  });
  const { rateLimits: enabled, sharedLimits = {} } = settings;
  const limits = { enabled, shared: openSharedCounts(context.database, context.log, sharedLimits) };
  const admission = createAdmission(callers, limits);
  // JSON alone: everything else is another media type.
  app.removeContentTypeParser('text/plain');
  await app.register(fastifyCookie);
  // Lists and pages; a quote is smaller than what compressing it costs. Requests are never inflated: their limit is in bytes.
  await app.register(fastifyCompress, { threshold: COMPRESSED_FROM_BYTES, globalDecompression: false });
  registerSecurityHeaders(app, headersOf);
  refuseNodesOwn(app);
  warnOfUnnamedProxy(app);
  registerOpenedVisits(app, { framingOrigins, secure: settings.secure });
  if (context.cells) registerOtherCells(app, context.cells);
  collectGauges(metrics, context);
  registerMetrics(app, metrics, { token: settings.metricsToken });
  const points = createPointBuffer(context.database, context.log);
  const writing = repeat('tracking', TRACKING_MS, points.flush, context.log);
  const refusals = createAccessLog(context.database);
  const noting = repeat('access log', ACCESS_LOG_MS, refusals.flush, context.log);
  const counting = repeat(
    'answers of providers',
    HEARD_MS,
    () => keepHeard(context.database, context.panel),
    context.log,
  );
  app.addHook('onClose', async () => {
    await Promise.all([writing.stop(), noting.stop(), counting.stop()]);
    await keepHeard(context.database, context.panel);
    await points.flush();
    await refusals.flush();
  });
  registerGateway(app, {
    handlers: allHandlers({ ...context, machine: { ...context.machine, leavesKeptFacts: true }, points }),
    admission,
    metrics,
    refusals,
  });
  if (settings.pressure) registerShedding(app, settings.pressure);
  if (settings.orderNews)
    registerOrderEvents(app, {
      findOrder: (orderNo) => findOrder(context.database, orderNo),
      news: settings.orderNews,
      admission,
      slots: settings.rateLimits
        ? sharedSlots(app, context)
        : createStreamSlots({ ...STREAM_LIMITS, mostOfClient: Infinity }),
    });
  registerPartnerGateway(app, {
    ...context,
    handlers: partnerHandlers(context),
    replayChecks: partnerReplayChecks,
    limits: createPartnerLimits(limits),
    metrics,
  });
  registerSiteCheck(app, context);
  registerWebhooks(app, context.webhooks, { ...context, metrics, limitsUnverified: limits });
  registerReference(app, () => openApiDocument(VERSION));
  return app;
}

/** Whether a proxy's word counts; the same few are asked about with every request. */
function trusting(proxies: readonly string[]): false | ((address: string, hop: number) => boolean) {
  if (proxies.length === 0) return false;
  const isTrusted = proxyAddresses.compile([...proxies]);
  return remembering((address) => isTrusted(address, 0));
}

/** A client's streams, counted over all processes for as long as this one serves. */
function sharedSlots(app: FastifyInstance, { database, log }: Context): StreamSlots {
  const places = openStreamPlaces(database);
  const renewing = repeat('stream places', RENEW_PLACES_MS, places.renew, log);
  app.addHook('onClose', async () => {
    await renewing.stop();
    await places
      .stop()
      .catch((error: unknown) => log.warn({ error }, 'places of streams go when their lease has ended'));
  });
  return createStreamSlots(STREAM_LIMITS, places);
}

/** Sites that may show the plugin in a frame: the partner's own, as the operator has registered them. */
function framingOriginsOf({ partners }: Context): FramingOrigins {
  return (partnerId) => partners().get(partnerId)?.origins ?? [];
}
