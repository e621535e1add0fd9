import { createPrivateKey } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import proxyAddresses from '@fastify/proxy-addr';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { configurationEdition } from '../configuration/configurationStore.ts';
import { previewSettings } from '../configuration/previewSettings.ts';
import type { ConsoleContext, SamplePerson } from '../console/consoleContext.ts';
import { type ConsoleEnvironment, readConsoleEnvironment } from '../console/consoleEnvironment.ts';
import { consoleHandlers } from '../console/consoleRooms.ts';
import { registerConsoleGateway } from '../console/gateway/consoleGateway.ts';
import { consoleHeaders, registerConsolePages, SIGN_ON_PATH } from '../console/gateway/consolePages.ts';
import { createLiveNews, type LiveNews } from '../console/live/liveNews.ts';
import { registerLiveStream } from '../console/live/liveStream.ts';
import { createPresentPersons } from '../console/session/presentPersons.ts';
import { createOpenIdProvider, type SignOnProvider } from '../console/signOn/openIdProvider.ts';
import { EnvironmentError } from '../platform/config/environment.ts';
import { clockOffsetSeconds } from '../platform/database/clockStore.ts';
import { openDatabase } from '../platform/database/database.ts';
import { brokenRequests, refuseNodesOwn } from '../platform/http/brokenRequests.ts';
import { registerDraining } from '../platform/http/draining.ts';
import { BODY_LIMIT_BYTES } from '../platform/http/gateway.ts';
import { listen } from '../platform/http/listen.ts';
import { createRateLimits } from '../platform/http/rateLimits.ts';
import { registerSecurityHeaders } from '../platform/http/securityHeaders.ts';
import { createLog } from '../platform/log/log.ts';
import { createPersonalKeys } from '../platform/personal/personalKeys.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { publishedPersons, secretFaults } from './guard/judgeStart.ts';
import { transportFaults } from './guard/transportFaults.ts';
import { repeat } from './repeat.ts';
import { untilPrepared } from './untilPrepared.ts';

const BUILT_CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const MAX_CONNECTIONS = 10;
const FOLLOW_MS = 1_000;
const COMPRESSED_FROM_BYTES = 4096;

/** `ROLE=console`: serves the operators' console, and does nothing by itself. Runs until it is told to stop. */
export async function runConsole(source: NodeJS.ProcessEnv): Promise<void> {
  const environment = readConsoleEnvironment(source);
  const isSandbox = environment.SLIPWAY_SANDBOX === '1';
  const faults = isSandbox ? [] : unsafeStart(environment, source);
  if (faults.length > 0) throw new EnvironmentError(faults.join('\n'));
  const log = createLog(environment.LOG_LEVEL);
  const database = openDatabase(environment.DATABASE_URL, {
    maxConnections: MAX_CONNECTIONS,
    personalKeys: createPersonalKeys(environment.PERSONAL_DATA_KEYS),
    pooled: environment.DATABASE_DIRECT_URL !== undefined,
  });
  await untilPrepared(database, ['operator'], { log, isSandbox });
  const offset = await clockOffsetSeconds(database);
  if (!isSandbox && offset !== 0)
    throw new EnvironmentError(
      `DATABASE_URL names a sandbox's database: its clock has been moved by ${offset} seconds`,
    );
  const readSettings = () => previewSettings(database, environment.CONFIGURATION_SEEDS);
  let edition = await configurationEdition(database);
  let settings = await readSettings();
  const following = repeat(
    'following the configuration',
    FOLLOW_MS,
    async () => {
      const newest = await configurationEdition(database);
      if (newest !== edition) settings = await readSettings();
      edition = newest;
    },
    log,
  );
  const context = await contextOf(environment, { database, log, settings: () => settings });
  const news = createLiveNews(database, environment.DATABASE_DIRECT_URL ?? environment.DATABASE_URL, log);
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

/** The calls and the stream, not listening yet. */
export async function createConsoleApp(
  context: ConsoleContext,
  news: LiveNews,
  { trustedProxies, rateLimits = true }: { readonly trustedProxies: readonly string[]; readonly rateLimits?: boolean },
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const headers = consoleHeaders(!context.isSandbox);
  const isTrusted = proxyAddresses.compile([...trustedProxies]);
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    childLoggerFactory: (logger) => logger,
    trustProxy: trustedProxies.length === 0 ? false : (address) => isTrusted(address, 0),
    return503OnClosing: false,
    ...brokenRequests(() => headers),
  });
  app.removeContentTypeParser('text/plain');
  await app.register(fastifyCookie);
  await app.register(fastifyCompress, { threshold: COMPRESSED_FROM_BYTES, globalDecompression: false });
  registerSecurityHeaders(app, () => headers);
  refuseNodesOwn(app);
  app.get('/healthz', async () => ({ alive: true }));
  app.get('/readyz', async (_request, reply) => {
    const reachable = await context.database.now().then(
      () => true,
      () => false,
    );
    return reply.code(reachable ? 200 : 503).send({ database: reachable });
  });
  registerConsoleGateway(app, {
    context,
    handlers: consoleHandlers(context),
    limits: createRateLimits({ enabled: rateLimits }),
  });
  registerLiveStream(app, context, news);
  return app;
}

async function contextOf(
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
    persons: createPresentPersons(rootKeys),
    origin: new URL(environment.CONSOLE_URL).origin,
    publicUrl: environment.PUBLIC_URL.replace(/\/$/, ''),
    operatorName: environment.OPERATOR_NAME,
    isTest: isSandbox || environment.CONSOLE_MODE === 'test',
    isSandbox,
    samplePersons: isSandbox ? await readSamplePersons(environment.OPERATOR_KEYS_FOLDER) : [],
    signOn: signOnOf(environment),
    pushKey: environment.WEB_PUSH_PUBLIC_KEY,
    auditAnchorFile: environment.AUDIT_ANCHOR_FILE,
    explorerUrl: explorer
      ? (network, transaction) => `${explorer.replace(/\/$/, '')}/chains/${network}/transactions/${transaction}`
      : undefined,
  };
}

function signOnOf({
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

/** Whoever lies in the folder; what they may is for their statements to say. */
async function readSamplePersons(folder: string | undefined): Promise<SamplePerson[]> {
  if (folder === undefined) return [];
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pem')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.pem'),
      privateKey: createPrivateKey(await readFile(join(folder, file), 'utf8')).export({ type: 'pkcs8', format: 'der' }),
    })),
  );
}

function unsafeStart(environment: ConsoleEnvironment, source: NodeJS.ProcessEnv): string[] {
  const { SLIPWAY_SECRET, SLIPWAY_FORMER_SECRETS, OPERATOR_ROOT_KEYS, OIDC_CLIENT_SECRET } = environment;
  return [
    ...secretFaults({ SLIPWAY_SECRET, OIDC_CLIENT_SECRET }),
    ...SLIPWAY_FORMER_SECRETS.flatMap((secret) => secretFaults({ SLIPWAY_FORMER_SECRETS: secret })),
    ...publishedPersons(OPERATOR_ROOT_KEYS),
    ...transportFaults(source),
  ];
}
