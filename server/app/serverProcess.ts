import { createNameScreening } from '../account/names/nameScreening.ts';
import { openSettings } from '../configuration/liveSettings.ts';
import { readAlertChannels } from '../notification/alertChannels.ts';
import { CHECK_MS } from '../notification/heartbeats/heartbeats.ts';
import { createMailTranslations } from '../notification/mailTranslations.ts';
import { createFollowingClock, type FollowingClock, followDatabase } from '../platform/clock.ts';
import { readCells } from '../platform/config/cells.ts';
import {
  type Environment,
  EnvironmentError,
  pickSetVariables,
  readEnvironment,
} from '../platform/config/environment.ts';
import { readClockOffsetSeconds, readMachineTime } from '../platform/database/clockStore.ts';
import {
  type Database,
  type DatabaseOptions,
  isPermissionDenied,
  openDatabase,
} from '../platform/database/database.ts';
import { listenToChannel } from '../platform/database/listenToChannel.ts';
import { ownsSchema } from '../platform/database/roles/rightsStore.ts';
import { openJobs } from '../platform/jobs/bossQueue.ts';
import { readLanguages, SHIPPED_LANGUAGES } from '../platform/languages.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { createMachineClock, type MachineClock } from '../platform/machineClock.ts';
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts';
import { createPersonalKeys, type PersonalKeys } from '../platform/personal/personalKeys.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { startTracing } from '../platform/tracing/startTracing.ts';
import type { Family } from '../providers/vendor.ts';
import { type Catalog, listTokenContracts } from '../purchase/catalog/catalog.ts';
import { payoutJobs } from '../purchase/delivery/payoutJobs.ts';
import { createOtherProviderOffers } from '../purchase/offer/createOtherProviderOffers.ts';
import { createProviderGroup } from '../purchase/offer/providerGroup.ts';
import { createProviderRecords } from '../purchase/offer/providerRecords.ts';
import { emptyPriceBook } from '../purchase/quote/priceBook.ts';
import { readPriceBook } from '../purchase/quote/priceBookStore.ts';
import { createQuoteTokens } from '../purchase/quote/quoteToken.ts';
import { createSanctionsLists } from '../risk/sanctionsLists.ts';
import { createScreening } from '../risk/screening.ts';
import { type ActiveSignerWatch, watchActiveSigner } from '../signer/lead/watchActiveSigner.ts';
import type { Context } from './context.ts';
import { calledFamilies } from './egress.ts';
import { openAddressReaders } from './enabledVendors/openAddressReaders.ts';
import { openMarketVendors, openVendors } from './enabledVendors/openVendors.ts';
import { isPlayMoney } from './guard/findMixedEnvironments.ts';
import { createGuard, type Guard } from './guard/guard.ts';
import { type Heartbeats, openHeartbeats, type WatchedTasks } from './probes/openHeartbeats.ts';
import { runPeriodically } from './runPeriodically.ts';
import { prepareDatabase } from './start/prepareDatabase.ts';
import { readStartConfiguration, type StartConfiguration } from './start/readStartConfiguration.ts';
import { waitUntilPrepared } from './start/waitUntilPrepared.ts';
import type { RunningWorker, startWorker } from './worker/worker.ts';

/** How often the process reads the clock, prices, settings and sanctions lists from the database. */
const FOLLOW_MS = 1_000;
/** How often the environments of the vendors are checked. */
const ASK_MS = 5_000;
const MAX_CONNECTIONS = 30;
const MAX_CLERK_CONNECTIONS = 2;
/**
 * Families that an `api` checks before it starts. It can sell without nodes, and no start waits for other providers' offers.
 */
const API_CHECKED_FAMILIES: ReadonlySet<Family> = new Set(
  [...calledFamilies.api].filter((family) => family !== 'offers' && family !== 'chain'),
);

/**
 * Runs the server with `ROLE=api`, `worker` or `all`. Only composes environment, vendors, context and the parts of the role;
 * the parts of other roles are not loaded.
 */
export async function runServer(source: NodeJS.ProcessEnv): Promise<void> {
  const clock = createFollowingClock();
  let catalog: Catalog | undefined;
  const readConfiguration = () =>
    readStartConfiguration(source, {
      now: clock.now,
      tokenContracts: () => (catalog ? listTokenContracts(catalog) : []),
      openDatabase: (environment) => openServerDatabase(environment, { maxConnections: 1 }),
    });
  const start = await readConfiguration().catch(async (error: unknown) => {
    if (!isPermissionDenied(error)) throw error;
    await waitUntilReadable(source);
    return readConfiguration();
  });
  const { environment, survey } = start;
  await synchronizeClock(environment, clock);
  const runsWorker = environment.ROLE !== 'api';
  const guard = createGuard(
    runsWorker ? survey.on : survey.on.filter(({ family }) => API_CHECKED_FAMILIES.has(family)),
  );
  const refused = await guard.checkAll();
  if (refused.length > 0) throw new EnvironmentError(refused.join('\n'));
  const metrics = createMetrics();
  let tasks: WatchedTasks = { task_overdue: [], bank_unreachable: [] };
  const { context, heartbeats, follow, machineClock, activeSigner } = await createContext(start, {
    clock,
    guard,
    metrics,
    bankFolder: runsWorker ? pickSetVariables(source)['BANK_FILES_FOLDER'] : undefined,
    tasks: () => tasks,
  });
  ({ catalog } = context);
  const tracing = await startTracing(source, context.log);
  const offset = await readClockOffsetSeconds(context.database);
  if (environment.SLIPWAY_SANDBOX === '0' && offset !== 0) {
    throw new EnvironmentError(
      `DATABASE_URL names a sandbox's database: its clock has been moved by ${offset} seconds`,
    );
  }
  await follow();
  await activeSigner?.round();
  const worker = runsWorker
    ? await loadAndStartWorker({ ...context, ...(await openMarketVendors(survey)) }, metrics)
    : undefined;
  await follow();
  const following = runPeriodically('following the database', FOLLOW_MS, follow, context.log);
  const checkingVendors = runPeriodically('asking vendors', ASK_MS, () => checkVendors(context, guard), context.log);
  const watchingSigner =
    activeSigner && runPeriodically('watching the signers', FOLLOW_MS, activeSigner.round, context.log);
  const { task_overdue: own = [], bank_unreachable = [] } = worker?.tasks ?? {};
  tasks = { task_overdue: [...own, following, checkingVendors], bank_unreachable };
  // Before the endpoints open, so that the first `/readyz` includes the findings. Later rounds log a failure.
  await heartbeats.round().catch(() => undefined);
  const watching = runPeriodically('heartbeats', CHECK_MS, heartbeats.round, context.log);
  const followNow = () => void follow().catch(() => undefined);
  const clockNews = listenToChannel(context.directUrl, 'clock_moved', context.log, {
    receive: followNow,
    connected: followNow,
  });
  const configurationNews = listenToChannel(context.directUrl, 'configuration_changed', context.log, {
    receive: followNow,
    connected: followNow,
  });
  const endpoints = await startEndpoints(context, start, metrics);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await endpoints?.stop();
    await watching.stop();
    machineClock.stop();
    await following.stop();
    await watchingSigner?.stop();
    await checkingVendors.stop();
    await clockNews.stop();
    await configurationNews.stop();
    await worker?.stop();
    await context.jobs.stop();
    if (context.clerksDatabase !== context.database) await context.clerksDatabase?.close();
    await context.database.close();
    await tracing?.stop();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(0)));
}

async function loadAndStartWorker(...given: Parameters<typeof startWorker>): Promise<RunningWorker> {
  const work = await import('./worker/worker.ts');
  return work.startWorker(...given);
}

/** Opens the endpoints: pages and calls, or only a worker's health. */
async function startEndpoints(
  context: Context,
  { environment, survey }: StartConfiguration,
  metrics: Metrics,
): Promise<{ stop(): Promise<void> } | undefined> {
  if (environment.ROLE === 'worker') {
    const { startWorkerHealth } = await import('./health/workerHealth.ts');
    return startWorkerHealth(context, environment, metrics);
  }
  const { startApi } = await import('./api/api.ts');
  return startApi(context, environment, metrics, { isPlayMoney: isPlayMoney(survey.on) });
}

/**
 * Follows the database's clock before the first vendor call: vendors reject wrong timestamps, so neither a moved sandbox
 * clock nor a wrong machine clock may matter.
 */
async function synchronizeClock(environment: Environment, clock: FollowingClock): Promise<void> {
  const database = openServerDatabase(environment, { maxConnections: 1 });
  try {
    // Fails before the database is prepared; the clock is then read later.
    await followDatabase(clock, database).catch(() => undefined);
  } finally {
    await database.close();
  }
}

/**
 * Checks the vendors again and logs new faults. A vendor that rejects its credentials, or answers from another environment than
 * expected, stops all payouts; the heartbeats raise the alert.
 */
async function checkVendors({ log }: Context, guard: Guard): Promise<void> {
  for (const line of await guard.checkAll())
    log.error({ refused: line }, 'a vendor rejects its credentials or is in another environment: payouts have stopped');
}

async function createContext(
  { environment, survey, offering }: StartConfiguration,
  {
    clock,
    guard,
    metrics,
    bankFolder,
    tasks,
  }: {
    readonly clock: FollowingClock;
    readonly guard: Guard;
    readonly metrics: Metrics;
    readonly bankFolder: string | undefined;
    readonly tasks: () => WatchedTasks;
  },
): Promise<{
  context: Context;
  heartbeats: Heartbeats;
  machineClock: MachineClock;
  activeSigner: ActiveSignerWatch | undefined;
  follow: () => Promise<void>;
}> {
  const log = createLog(environment.LOG_LEVEL);
  log.info(`on: ${survey.on.map(({ id }) => id).join(', ')}; off: ${survey.off.join(', ') || 'none'}`);
  const personalKeys = createPersonalKeys(environment.PERSONAL_DATA_KEYS);
  const directUrl = readDirectUrl(environment);
  const database = openServerDatabase(environment, {
    maxConnections: MAX_CONNECTIONS,
    personalKeys,
    onLostAnnouncements: (error) =>
      log.warn({ error }, 'changes were not announced: listeners find them when they poll'),
  });
  const owns = await prepareOrAwaitDatabase(environment, database, log);
  const clerksDatabase =
    environment.ROLE === 'api' ? undefined : openClerkDatabase(environment, personalKeys, owns ? database : undefined);
  if (environment.ROLE !== 'api' && !clerksDatabase)
    log.warn(
      'CLERK_DATABASE_URL is missing: requested changes of the configuration, the ledger and partners are not executed',
    );
  const jobs = await openJobs(directUrl, log, {
    owns,
    supervises: environment.ROLE !== 'api',
    restricted: payoutJobs,
  });
  const settings = await openSettings(database, { log, metrics }, offering);
  const { catalog, rules } = settings;
  let prices = emptyPriceBook;
  const former = environment.SLIPWAY_FORMER_SECRETS.map((secret) => Buffer.from(secret));
  const keys = deriveKeys(Buffer.from(environment.SLIPWAY_SECRET), former);
  const explorer = environment.EXPLORER_URL;
  const languages = await readLanguages({ shipped: SHIPPED_LANGUAGES, own: environment.LANGUAGES_FOLDER });
  const providers = await openVendors(survey, guard, {
    sanctionsRefreshMs: environment.SANCTIONS_REFRESH_SECONDS * 1000,
    signerSocket: environment.SIGNER_SOCKET,
  });
  const sanctionsLists = createSanctionsLists(
    database,
    keys.sanctionsSeal,
    providers.sanctions.map(({ id }) => id),
  );
  const providerGroup = createProviderGroup(
    [...providers.offerProviders.values()],
    (id) => !settings.current().providersOff.has(id),
  );
  const machineClock = createMachineClock({ readDatabase: () => readMachineTime(database) });
  const socket = environment.ROLE === 'api' ? undefined : environment.SIGNER_SOCKET;
  const activeSigner = socket === undefined ? undefined : watchActiveSigner(database, socket);
  const getOtherActiveSigner = () => activeSigner?.getOtherActiveSigner();
  const heartbeats = openHeartbeats({
    environment,
    activeSigner: { getOtherActiveSigner },
    bankFolder,
    database,
    log,
    guard,
    machineClock,
    settings,
    tasks,
  });
  const context: Context = {
    ...providers,
    heartbeats,
    takesPayouts: () => getOtherActiveSigner() === undefined,
    providerGroup,
    addressReaders: await openAddressReaders(catalog, providers.chains, clock),
    otherProviderOffers: createOtherProviderOffers(database, providerGroup, catalog),
    providerRecords: createProviderRecords(database, catalog),
    vendorStates: guard.states,
    database,
    directUrl,
    clerksDatabase,
    jobs,
    machine: { jobs, keys },
    catalog,
    isConfigurationFollowed: () => settings.unreadFault() === undefined,
    clock,
    prices: () => prices,
    quoteTokens: createQuoteTokens(keys.quoteToken, catalog),
    keys,
    rules,
    riskRules: () => settings.current().riskRules,
    partners: () => settings.current().partners,
    blockedNetworks: () => settings.current().blockedNetworks,
    screening: createScreening({
      deniedAddresses: () => settings.current().deniedAddresses,
      lists: sanctionsLists.current,
      maximumAgeMs: () => rules.sanctionsMaximumAgeMs,
      editionMaximumAgeMs: () => rules.sanctionsEditionMaximumAgeMs,
    }),
    nameScreening: createNameScreening({
      names: () => settings.current().reviewedNames,
      thresholdPercent: () => rules.nameMatchPercent,
    }),
    isServedCitizenship: (country) => catalog.countryRules(country).citizensServed,
    languages,
    mailTranslations: createMailTranslations(languages),
    operatorName: environment.OPERATOR_NAME,
    rootKeys: environment.OPERATOR_ROOT_KEYS,
    auditAnchorFile: environment.AUDIT_ANCHOR_FILE,
    alertChannels: readAlertChannels(environment),
    reportChannels: {
      recipients: environment.REPORT_MAIL,
      folder: environment.REPORT_FOLDER,
      forGroup: environment.REPORT_GROUP === 'yes',
    },
    isSandbox: environment.SLIPWAY_SANDBOX === '1',
    publicUrl: environment.PUBLIC_URL.replace(/\/$/, ''),
    cells: readCells(environment),
    explorerUrl: explorer
      ? (network, transaction) => `${explorer.replace(/\/$/, '')}/chains/${network}/transactions/${transaction}`
      : undefined,
    log,
  };
  return {
    context,
    heartbeats,
    machineClock,
    activeSigner,
    async follow() {
      await followDatabase(clock, database);
      await machineClock.measureDatabase();
      prices = await readPriceBook(database);
      await settings.follow();
      await sanctionsLists.follow();
    },
  };
}

/** Opens the database; it is pooled if there is an address that bypasses the pooler. */
function openServerDatabase(
  environment: Environment,
  options: DatabaseOptions,
  url = environment.DATABASE_URL,
): Database {
  return openDatabase(url, { ...options, pooled: environment.DATABASE_DIRECT_URL !== undefined });
}

function readDirectUrl({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string {
  return DATABASE_DIRECT_URL ?? DATABASE_URL;
}

/**
 * Opens the database as the clerk, who may write what only people decide. Without CLERK_DATABASE_URL returns the database of a
 * process that owns the tables, if given.
 */
function openClerkDatabase(
  environment: Environment,
  personalKeys: PersonalKeys,
  owners: Database | undefined,
): Database | undefined {
  const url = environment.CLERK_DATABASE_URL;
  return url === undefined
    ? owners
    : openServerDatabase(environment, { maxConnections: MAX_CLERK_CONNECTIONS, personalKeys }, url);
}

/** Waits until the database is prepared, after the networks could not be read because the role has no rights yet. */
async function waitUntilReadable(source: NodeJS.ProcessEnv): Promise<void> {
  const { environment } = readEnvironment(source);
  if (!environment) return;
  const database = openServerDatabase(environment, { maxConnections: 1 });
  try {
    await prepareOrAwaitDatabase(environment, database, createLog(environment.LOG_LEVEL));
  } finally {
    await database.close();
  }
}

/**
 * Prepares the tables and returns true if the database role owns them; otherwise waits for `ROLE=migrate` and returns false.
 */
async function prepareOrAwaitDatabase(environment: Environment, database: Database, log: Log): Promise<boolean> {
  const { ROLE, CONFIGURATION_SEEDS: seeds, DATABASE_ROLE_PREFIX: prefix } = environment;
  const isSandbox = environment.SLIPWAY_SANDBOX === '1';
  if (!(await ownsSchema(database))) {
    await waitUntilPrepared(database, ROLE === 'all' ? ['api', 'worker'] : [ROLE], { log, isSandbox });
    return false;
  }
  if (!isSandbox)
    log.warn('DATABASE_URL names the role that owns the tables: give each process a separate role, with ROLE=migrate');
  await prepareDatabase(readDirectUrl(environment), { prefix, seeds, createRoles: false, log });
  return true;
}
