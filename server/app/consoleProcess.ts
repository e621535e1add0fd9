import { createPrivateKey } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import proxyAddresses from '@fastify/proxy-addr';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { readConfigurationEdition } from '../configuration/configurationStore.ts';
import { previewSettings } from '../configuration/previewSettings.ts';
import type { ConsoleContext, SamplePerson } from '../console/consoleContext.ts';
import { type ConsoleEnvironment, readConsoleEnvironment } from '../console/consoleEnvironment.ts';
import { createConsoleHandlers } from '../console/createConsoleHandlers.ts';
import { registerConsoleGateway } from '../console/gateway/consoleGateway.ts';
import { buildConsoleHeaders, registerConsolePages, SIGN_ON_PATH } from '../console/gateway/consolePages.ts';
import { type ChangeFeed, createChangeFeed } from '../console/live/changeFeed.ts';
import { registerLiveStream } from '../console/live/liveStream.ts';
import { createPeopleReader } from '../console/session/peopleReader.ts';
import { createOpenIdProvider, type SignOnProvider } from '../console/signOn/openIdProvider.ts';
import { EnvironmentError } from '../platform/config/environment.ts';
import { readClockOffsetSeconds } from '../platform/database/clockStore.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createInvalidRequestOptions, routeNodeRefusals } from '../platform/http/errors/invalidRequests.ts';
import { BODY_LIMIT_BYTES } from '../platform/http/gateway/gateway.ts';
import { registerSecurityHeaders } from '../platform/http/headers/securityHeaders.ts';
import { createRateLimits } from '../platform/http/limits/rateLimits.ts';
import { listen } from '../platform/http/listen.ts';
import { registerDraining } from '../platform/http/overload/draining.ts';
import { createLog } from '../platform/log/log.ts';
import { createPersonalKeys } from '../platform/personal/personalKeys.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { findPublishedRootKeys, findSecretFaults } from './guard/findStartFaults.ts';
import { findTransportFaults } from './guard/findTransportFaults.ts';
import { LIVENESS } from './health/liveness.ts';
import { runPeriodically } from './runPeriodically.ts';
import { waitUntilPrepared } from './start/waitUntilPrepared.ts';

const BUILT_CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const MAX_CONNECTIONS = 10;
/** How often the process checks whether the configuration has changed. */
const FOLLOW_MS = 1_000;
const COMPRESSED_FROM_BYTES = 4096;

/** Runs `ROLE=console` until it is stopped: serves the operators' console, without background work. */
export async function runConsole(source: NodeJS.ProcessEnv): Promise<void> {
  const environment = readConsoleEnvironment(source);
  const isSandbox = environment.SLIPWAY_SANDBOX === '1';
  const faults = isSandbox ? [] : findUnsafeSettings(environment, source);
  if (faults.length > 0) throw new EnvironmentError(faults.join('\n'));
  const log = createLog(environment.LOG_LEVEL);
  const database = openDatabase(environment.DATABASE_URL, {
    maxConnections: MAX_CONNECTIONS,
    personalKeys: createPersonalKeys(environment.PERSONAL_DATA_KEYS),
    pooled: environment.DATABASE_DIRECT_URL !== undefined,
  });
  await waitUntilPrepared(database, ['operator'], { log, isSandbox });
  const offset = await readClockOffsetSeconds(database);
  if (!isSandbox && offset !== 0)
    throw new EnvironmentError(
      `DATABASE_URL names a sandbox's database: its clock has been moved by ${offset} seconds`,
    );
  const readSettings = () => previewSettings(database, environment.CONFIGURATION_SEEDS);
  let edition = await readConfigurationEdition(database);
  let settings = await readSettings();
  const following = runPeriodically(
    'following the configuration',
    FOLLOW_MS,
    async () => {
      const newest = await readConfigurationEdition(database);
      if (newest !== edition) settings = await readSettings();
      edition = newest;
    },
    log,
  );
  const context = await createConsoleContext(environment, { database, log, settings: () => settings });
  const news = createChangeFeed(database, environment.DATABASE_DIRECT_URL ?? environment.DATABASE_URL, log);
  const app = await createConsoleApp(context, news, { trustedProxies: environment.TRUSTED_PROXIES });
  const draining = registerDraining(app);
  await registerConsolePages(app, environment.CONSOLE_FOLDER ?? BUILT_CONSOLE_FOLDER);
  await listen(app, environment.PORT, environment);
  log.info({ origin: context.origin }, 'the console is ready');

  async function stop(): Promise<void> {
    await draining.stop(0);
    await news.stop();
    await following.stop();
    await database.close();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(0)));
}

/** Creates the app with calls, stream and health checks, not listening yet. */
export async function createConsoleApp(
  context: ConsoleContext,
  news: ChangeFeed,
  { trustedProxies, rateLimits = true }: { readonly trustedProxies: readonly string[]; readonly rateLimits?: boolean },
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const headers = buildConsoleHeaders(!context.isSandbox);
  const isTrusted = proxyAddresses.compile([...trustedProxies]);
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    childLoggerFactory: (logger) => logger,
    trustProxy: trustedProxies.length === 0 ? false : (address) => isTrusted(address, 0),
    return503OnClosing: false,
    ...createInvalidRequestOptions(() => headers),
  });
  app.removeContentTypeParser('text/plain');
  await app.register(fastifyCookie);
  await app.register(fastifyCompress, { threshold: COMPRESSED_FROM_BYTES, globalDecompression: false });
  registerSecurityHeaders(app, () => headers);
  routeNodeRefusals(app);
  app.get('/healthz', async () => LIVENESS);
  app.get('/readyz', async (_request, reply) => {
    const reachable = await context.database.now().then(
      () => true,
      () => false,
    );
    return reply.code(reachable ? 200 : 503).send({ database: reachable });
  });
  registerConsoleGateway(app, {
    context,
    handlers: createConsoleHandlers(context),
    limits: createRateLimits({ enabled: rateLimits }),
  });
  registerLiveStream(app, context, news);
  return app;
}

async function createConsoleContext(
  environment: ConsoleEnvironment,
  given: Pick<ConsoleContext, 'database' | 'log' | 'settings'>,
): Promise<ConsoleContext> {
  const { SLIPWAY_SECRET, SLIPWAY_FORMER_SECRETS, OPERATOR_ROOT_KEYS: rootKeys, EXPLORER_URL: explorer } = environment;
  const isSandbox = environment.SLIPWAY_SANDBOX === '1';
  return {
    ...given,
    keys: deriveKeys(
      Buffer.from(SLIPWAY_SECRET),
      SLIPWAY_FORMER_SECRETS.map((secret) => Buffer.from(secret)),
    ),
    rootKeys,
    persons: createPeopleReader(rootKeys),
    origin: new URL(environment.CONSOLE_URL).origin,
    publicUrl: environment.PUBLIC_URL.replace(/\/$/, ''),
    operatorName: environment.OPERATOR_NAME,
    isTest: isSandbox || environment.CONSOLE_MODE === 'test',
    isSandbox,
    samplePersons: isSandbox ? await readSamplePeople(environment.OPERATOR_KEYS_FOLDER) : [],
    signOn: createSignOnProvider(environment),
    pushKey: environment.WEB_PUSH_PUBLIC_KEY,
    auditAnchorFile: environment.AUDIT_ANCHOR_FILE,
    explorerUrl: explorer
      ? (network, transaction) => `${explorer.replace(/\/$/, '')}/chains/${network}/transactions/${transaction}`
      : undefined,
  };
}

function createSignOnProvider({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
  CONSOLE_URL: url,
  SLIPWAY_SANDBOX: sandbox,
}: ConsoleEnvironment): SignOnProvider | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const redirectUrl = `${new URL(url).origin}${SIGN_ON_PATH}`;
  return createOpenIdProvider({ issuer, clientId, clientSecret, name, redirectUrl, insecure: sandbox === '1' });
}

/** Reads the sample people's keys in the folder; their rights follow from their statements. */
async function readSamplePeople(folder: string | undefined): Promise<SamplePerson[]> {
  if (folder === undefined) return [];
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pem')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.pem'),
      privateKey: createPrivateKey(await readFile(join(folder, file), 'utf8')).export({ type: 'pkcs8', format: 'der' }),
    })),
  );
}

function findUnsafeSettings(environment: ConsoleEnvironment, source: NodeJS.ProcessEnv): string[] {
  const { SLIPWAY_SECRET, SLIPWAY_FORMER_SECRETS, OPERATOR_ROOT_KEYS, OIDC_CLIENT_SECRET } = environment;
  return [
    ...findSecretFaults({ SLIPWAY_SECRET, OIDC_CLIENT_SECRET }),
    ...SLIPWAY_FORMER_SECRETS.flatMap((secret) => findSecretFaults({ SLIPWAY_FORMER_SECRETS: secret })),
    ...findPublishedRootKeys(OPERATOR_ROOT_KEYS),
    ...findTransportFaults(source),
  ];
}
