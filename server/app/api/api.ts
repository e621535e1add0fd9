import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import proxyAddresses from '@fastify/proxy-addr';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { createAccessLog } from '../../account/sessions/accessLog.ts';
import { generateOpenApiDocument, generatePartnerDocument } from '../../openapi/generateOpenApiDocument.ts';
import { registerReference } from '../../openapi/reference.ts';
import { registerPartnerGateway } from '../../partner/api/partnerGateway.ts';
import { createPartnerLimits } from '../../partner/api/partnerLimits.ts';
import { registerSiteCheck } from '../../partner/embed/siteCheck.ts';
import { NO_PARTNER } from '../../partner/partner.ts';
import { createPartnerPageHandlers } from '../../partnerPages/createPartnerPageHandlers.ts';
import { createPartnerPageLimits } from '../../partnerPages/partnerPageLimits.ts';
import { registerPartnerPagesGateway } from '../../partnerPages/partnerPagesGateway.ts';
import type { Environment } from '../../platform/config/environment.ts';
import { createInvalidRequestOptions, routeNodeRefusals } from '../../platform/http/errors/invalidRequests.ts';
import { createAdmission } from '../../platform/http/gateway/admission.ts';
import { BODY_LIMIT_BYTES, registerGateway } from '../../platform/http/gateway/gateway.ts';
import { registerOpenerPolicy } from '../../platform/http/headers/openerPolicy.ts';
import {
  createSecurityHeaders,
  type FramingOrigins,
  PARTNER_PAGES_PATH,
  registerSecurityHeaders,
} from '../../platform/http/headers/securityHeaders.ts';
import { openSharedCounts } from '../../platform/http/limits/rateLimitStore.ts';
import { openStreamPlaces, RENEW_PLACES_MS } from '../../platform/http/limits/streamPlaces.ts';
import { createStreamSlots, STREAM_LIMITS, type StreamSlots } from '../../platform/http/limits/streamSlots.ts';
import { listen } from '../../platform/http/listen.ts';
import { registerDraining } from '../../platform/http/overload/draining.ts';
import { watchEventLoop } from '../../platform/http/overload/eventLoop.ts';
import { registerLoadShedding, type ServerLoad } from '../../platform/http/overload/loadShedding.ts';
import { createAnswerPrefetcher } from '../../platform/http/pages/answerPrefetcher.ts';
import { registerBuiltApp } from '../../platform/http/pages/builtApp.ts';
import { registerDocumentation } from '../../platform/http/pages/documentation.ts';
import { readDocuments } from '../../platform/http/pages/documents.ts';
import { registerPages } from '../../platform/http/pages/pages.ts';
import { readTerms } from '../../platform/http/pages/terms.ts';
import { warnOfUntrustedProxy } from '../../platform/http/untrustedProxy.ts';
import { memoizeByText } from '../../platform/memoize.ts';
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts';
import { registerMetrics } from '../../platform/metrics/registerMetrics.ts';
import { VERSION } from '../../platform/version.ts';
import { saveAnswerCounts } from '../../purchase/offer/providerAnswerStore.ts';
import { registerCellRedirects } from '../../purchase/order/numbers/cellRedirects.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import {
  listenToOrderChanges,
  type OrderChangeListener,
} from '../../purchase/order/presentation/orderChangeListener.ts';
import { registerOrderEventStream } from '../../purchase/order/presentation/orderEventStream.ts';
import { openCountryLookup } from '../../region/countryLookup.ts';
import { isCallerDenied } from '../../region/servedCallers.ts';
import { createPointBuffer } from '../../tracking/pointBuffer.ts';
import type { Context } from '../context.ts';
import { collectGauges } from '../gauges/collectGauges.ts';
import { registerHealth } from '../health/health.ts';
import { runPeriodically } from '../runPeriodically.ts';
import { createCallerReader } from './callers.ts';
import { createCallHandlers, createServedRegions } from './createCallHandlers.ts';
import { createPartnerHandlers, partnerReplayChecks } from './createPartnerHandlers.ts';
import { registerWebhooks } from './webhooks.ts';

const TRACKING_MS = 500;
const ACCESS_LOG_MS = 500;
const PROVIDER_ANSWERS_MS = 10_000;
const COMPRESSED_FROM_BYTES = 4096;
const BUILT_WEB_FOLDER = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const PARTNER_PAGES_FOLDER = fileURLToPath(new URL('../../../console/partnerPages/dist/', import.meta.url));
const DOCUMENTATION_FOLDER = fileURLToPath(new URL('../../../docs/dist/', import.meta.url));
const SHIPPED_TERMS_FOLDER = fileURLToPath(new URL('../../../web/terms/texts/', import.meta.url));

const NO_TRUSTED_PROXY_WARNING =
  'TRUSTED_PROXIES is empty: name your proxy there, or all its buyers count as one, whose region is unknown (region_denied)';

export type RunningApi = { stop(): Promise<void> };

/** Starts the calls, the pages and the webhooks. Several api processes can run against one database. */
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
  if (!sandbox && environment.TRUSTED_PROXIES.length === 0) context.log.warn(NO_TRUSTED_PROXY_WARNING);
  const orderNews = listenToOrderChanges(context.directUrl, context.log);
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
    answersAhead: createAnswerPrefetcher({
      answerCall: app.answerCall,
      origin: new URL(context.publicUrl).origin,
      isQuotedInternally: () => context.catalog.operatorSells,
      now: () => new Date(),
      noPartner: NO_PARTNER,
    }),
    framingOrigins: createFramingOrigins(context),
  });
  if (existsSync(join(PARTNER_PAGES_FOLDER, 'index.html')))
    await registerBuiltApp(app, { path: PARTNER_PAGES_PATH, distFolder: PARTNER_PAGES_FOLDER });
  else context.log.warn('the partner pages are not served, because they are not built: npm run build');
  registerDocumentation(app, DOCUMENTATION_FOLDER);
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
  /** Replaces the timeout of the counts that processes share. The default is short, because buyers wait for them. */
  readonly sharedLimits?: { readonly timeoutMs: number };
  readonly metricsToken: string | undefined;
  /** Hash of the style sheet in the web app's documents; unset if no pages are served. */
  readonly styleHash?: string;
  /** News for the streams of order changes; without it there are no streams. */
  readonly orderNews?: OrderChangeListener;
  /** The server's load, by which calls are refused; without it, no call is refused. */
  readonly pressure?: ServerLoad;
};

/**
 * Creates the app with all endpoints except pages and health checks, not listening yet. Starts the periodic writes of tracking,
 * access log and answer counts, which end when the app closes.
 */
export async function createGatewayApp(
  context: Context,
  settings: GatewaySettings,
  metrics: Metrics = createMetrics(),
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const framingOrigins = createFramingOrigins(context);
  const buildHeaders = createSecurityHeaders({
    acquirer: context.card.browser,
    secure: settings.secure,
    framingOrigins,
    ...(settings.styleHash !== undefined && { styleHash: settings.styleHash }),
  });
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // No logger per request: a request logs at most one line, which has its own reference.
    childLoggerFactory: (logger) => logger,
    trustProxy: createTrustProxy(settings.trustedProxies),
    // While the server closes, the creator of a stream ends it, and pending calls finish.
    return503OnClosing: false,
    ...createInvalidRequestOptions(buildHeaders),
  });
  const regions = createServedRegions(context);
  const callers = createCallerReader({
    database: context.database,
    secureCookies: settings.secure,
    findCountry: await openCountryLookup(),
    defaultCountry: settings.defaultCountry,
    isBanned: (caller) => isCallerDenied(regions, caller),
    isSandbox: settings.isSandbox,
    isPlayMoney: settings.isPlayMoney,
    locales: context.languages.locales,
  });
  const { rateLimits: enabled, sharedLimits = {} } = settings;
  const limits = { enabled, shared: openSharedCounts(context.database, context.log, sharedLimits) };
  const admission = createAdmission(callers, limits);
  // Only JSON: everything else is an unsupported media type.
  app.removeContentTypeParser('text/plain');
  await app.register(fastifyCookie);
  // Compresses lists and pages; a quote is too small to be worth it. Requests are never decompressed: their limit is in
  // bytes.
  await app.register(fastifyCompress, { threshold: COMPRESSED_FROM_BYTES, globalDecompression: false });
  registerSecurityHeaders(app, buildHeaders);
  routeNodeRefusals(app);
  warnOfUntrustedProxy(app);
  registerOpenerPolicy(app, { framingOrigins, secure: settings.secure });
  if (context.cells) registerCellRedirects(app, context.cells);
  collectGauges(metrics, context);
  registerMetrics(app, metrics, { token: settings.metricsToken });
  const points = createPointBuffer(context.database, context.log);
  const writing = runPeriodically('tracking', TRACKING_MS, points.flush, context.log);
  const refusals = createAccessLog(context.database);
  const noting = runPeriodically('access log', ACCESS_LOG_MS, refusals.flush, context.log);
  const counting = runPeriodically(
    'answers of providers',
    PROVIDER_ANSWERS_MS,
    () => saveAnswerCounts(context.database, context.providerGroup),
    context.log,
  );
  app.addHook('onClose', async () => {
    await Promise.all([writing.stop(), noting.stop(), counting.stop()]);
    await saveAnswerCounts(context.database, context.providerGroup);
    await points.flush();
    await refusals.flush();
  });
  registerGateway(app, {
    handlers: createCallHandlers({ ...context, machine: { ...context.machine, defersWaitingFacts: true }, points }),
    admission,
    metrics,
    refusals,
  });
  if (settings.pressure) registerLoadShedding(app, settings.pressure);
  if (settings.orderNews)
    registerOrderEventStream(app, {
      findOrder: (orderNo) => findOrder(context.database, orderNo),
      orderChanges: settings.orderNews,
      admission,
      slots: settings.rateLimits
        ? openSharedStreamSlots(app, context)
        : createStreamSlots({ ...STREAM_LIMITS, mostOfClient: Infinity }),
    });
  registerPartnerGateway(app, {
    ...context,
    handlers: createPartnerHandlers(context),
    replayChecks: partnerReplayChecks,
    limits: createPartnerLimits(limits),
    metrics,
  });
  const partnerPages = { ...context, isPlayMoney: settings.isPlayMoney };
  registerPartnerPagesGateway(app, {
    context: partnerPages,
    handlers: createPartnerPageHandlers(partnerPages),
    limits: createPartnerPageLimits(limits),
    metrics,
    secure: settings.secure,
  });
  registerSiteCheck(app, context);
  registerWebhooks(app, context.webhooks, { ...context, metrics, limitsUnverified: limits });
  registerReference(app, {
    all: () => generateOpenApiDocument(VERSION),
    forPartners: () => generatePartnerDocument(VERSION),
  });
  return app;
}

/** Returns a function that decides whether a proxy is trusted; memoized, since the same few occur in every request. */
function createTrustProxy(proxies: readonly string[]): false | ((address: string, hop: number) => boolean) {
  if (proxies.length === 0) return false;
  const isTrusted = proxyAddresses.compile([...proxies]);
  return memoizeByText((address) => isTrusted(address, 0));
}

/** Returns slots that count a client's streams across all processes. Closing the app releases those of this process. */
function openSharedStreamSlots(app: FastifyInstance, { database, log }: Context): StreamSlots {
  const places = openStreamPlaces(database);
  const renewing = runPeriodically('stream places', RENEW_PLACES_MS, places.renew, log);
  app.addHook('onClose', async () => {
    await renewing.stop();
    await places
      .stop()
      .catch((error: unknown) =>
        log.warn({ error }, 'stream slots could not be released: they become free when their lease ends'),
      );
  });
  return createStreamSlots(STREAM_LIMITS, places);
}

/** Returns a lookup of a partner's registered origins, which may frame the plugin. */
function createFramingOrigins({ partners }: Context): FramingOrigins {
  return (partnerId) => partners().get(partnerId)?.origins ?? [];
}
