import type { Settings } from '../configuration/settings.ts';
import type { Probe } from '../notification/heartbeats/watchHeartbeats.ts';
import { createFollowingClock } from '../platform/clock.ts';
import { EnvironmentError, pickSetVariables } from '../platform/config/environment.ts';
import { readMachineTime } from '../platform/database/clockStore.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { createMachineClock, type MachineClock } from '../platform/machineClock.ts';
import type { Family } from '../providers/vendor.ts';
import { createSanctionsLists } from '../risk/sanctionsLists.ts';
import { createScreening } from '../risk/screening.ts';
import { createOwnPrices } from '../signer/ownPrices.ts';
import { readSignerEnvironment, type SignerEnvironment } from '../signer/signerEnvironment.ts';
import { lockSigner } from '../signer/signerLock.ts';
import { createSignerMetrics } from '../signer/signerMetrics.ts';
import { serveSigner } from '../signer/socket/serveSigner.ts';
import { buildSignerStatus } from '../signer/status/buildSignerStatus.ts';
import { saveSignerStatus } from '../signer/status/signerStatusStore.ts';
import { createStatusWriter } from '../signer/status/statusWriter.ts';
import { calledFamilies } from './egress.ts';
import { configureVendors } from './enabledVendors/configureVendors.ts';
import { openMarketVendors, openSignerVendors } from './enabledVendors/openVendors.ts';
import { findPublishedRootKeys, findSecretFaults } from './guard/findStartFaults.ts';
import { findTransportFaults } from './guard/findTransportFaults.ts';
import { startSignerHealth } from './health/signerHealth.ts';
import { watchSigner } from './health/watchSigner.ts';
import { clockProbe } from './probes/clockProbe.ts';
import { diskProbe } from './probes/diskProbe.ts';
import { folderProbe } from './probes/folderProbe.ts';
import { runPeriodically } from './runPeriodically.ts';
import { configureKeys } from './signer/configureKeys.ts';
import { openTreasuryKeys } from './signer/openTreasuryKeys.ts';
import { openSignerConfiguration } from './signer/signerConfiguration.ts';
import { openSignerLead } from './signer/signerLead.ts';
import { deriveSignerKeys, openSignerOperations } from './signer/signerOperations.ts';
import { buildNetworkTerms } from './start/readStartConfiguration.ts';
import { waitUntilPrepared } from './start/waitUntilPrepared.ts';
import { chainVendors, openBankFiles, vendors } from './vendors.ts';

/**
 * Vendor families of the signer: those that hold the money, those that price it, and `sanctions` for the ids of the lists,
 * which the worker fetches.
 */
const FAMILIES: ReadonlySet<Family> = new Set([...calledFamilies.signer, 'sanctions']);
const FOLLOW_MS = 2_000;
/** Interval at which the signer reports its state and reads people's statements, even without signing requests. */
const STATUS_MS = 2_000;
const WATCH_MS = 2_000;
/** How often a passive signer reads the record, and an active one checks whether its lease must be renewed. */
const LEAD_MS = 1_000;
const MAX_CONNECTIONS = 4;

/** Runs `ROLE=signer`, the only process with the treasury's keys, until it is stopped. */
export async function runSigner(source: NodeJS.ProcessEnv): Promise<void> {
  const environment = readSignerEnvironment(source);
  const log = createLog(environment.LOG_LEVEL);
  const database = openDatabase(environment.DATABASE_URL, { maxConnections: MAX_CONNECTIONS });
  await waitUntilPrepared(database, ['signer'], { log, isSandbox: environment.SLIPWAY_SANDBOX === '1' });
  let mustRestart = true;
  let closeComparison = (): void => undefined;
  const lock = await lockSigner({
    databaseUrl: environment.DATABASE_URL,
    name: environment.SIGNER_NAME,
    folder: environment.SIGNER_FOLDER,
    log,
    // The database was unreachable and may have been restored from a backup.
    onRetaken: () => {
      mustRestart = true;
      closeComparison();
    },
  });
  const configuration = await openSignerConfiguration(environment, database, log);
  const { settings } = configuration;
  const machineClock = createMachineClock({ readDatabase: () => readMachineTime(database) });
  let followedAt = new Date(0);
  const clock = createFollowingClock();
  const { survey, keys: configured } = configureSignerVendors(source, environment, settings(), clock.now);
  const isSandbox = environment.SLIPWAY_SANDBOX === '1';
  const keys = await openTreasuryKeys(configured, { environment: source, isSandbox, log });
  const [{ card, sanctions, bankExchange }, market, files] = await Promise.all([
    openSignerVendors(survey),
    openMarketVendors(survey),
    openBankFiles(),
  ]);

  const sanctionsLists = createSanctionsLists(
    database,
    deriveSignerKeys(environment).sanctionsSeal,
    sanctions.map(({ id }) => id),
  );
  const screening = createScreening({
    deniedAddresses: () => settings().deniedAddresses,
    lists: sanctionsLists.current,
    maximumAgeMs: () => settings().rules.sanctionsMaximumAgeMs,
    editionMaximumAgeMs: () => settings().rules.sanctionsEditionMaximumAgeMs,
  });
  async function follow(): Promise<void> {
    const before = Date.now();
    clock.follow(await database.now(), new Date((before + Date.now()) / 2));
    await machineClock.measureDatabase();
    await sanctionsLists.follow();
    await configuration.follow();
    followedAt = new Date();
  }
  await follow();
  const prices = createOwnPrices({ ...market, catalog: () => settings().catalog, now: clock.now, log });

  const {
    operations,
    recordSizes,
    watch: signerWatch,
    standing,
    comparison,
    records,
    stopFile,
  } = await openSignerOperations({
    environment,
    database,
    log,
    keys,
    screening,
    prices,
    vendors: { card, bankExchange, venue: market.venue, files },
    configuration,
  });
  closeComparison = comparison.close;
  const startedAt = new Date();
  let comparedAfter = startedAt;
  const writeStatus = createStatusWriter({
    buildReport: () => buildSignerStatus({ ...standing, startedAt, comparedAfter: () => comparedAfter }),
    write: (status) => saveSignerStatus(database, status),
    now: standing.now,
  });
  /** Sets `comparedAfter`: the books must be compared after this time, since the database may have been restored before. */
  async function markRestart(): Promise<void> {
    mustRestart = false;
    try {
      comparedAfter = await readMachineTime(database);
    } catch (error) {
      mustRestart = true;
      throw error;
    }
  }
  /** The round of a passive signer: remembers when it lost the database, and stores people's stops. */
  async function followRestarts(): Promise<void> {
    if (mustRestart) await markRestart();
    await standing.stops();
  }
  /** Publishes `comparedAfter`. Nothing is signed until it is written. */
  async function restart(): Promise<void> {
    await comparison.restart(async () => {
      if (mustRestart) await markRestart();
      await writeStatus(true);
    });
  }
  const signerLead = openSignerLead({
    environment,
    log,
    records,
    stopFile,
    startedAt,
    faults: () => watch.faults(),
    roundFault: () => leading.progress().fault,
    isLocked: lock.isHeld,
    onActive: restart,
    onPassive: comparison.close,
  });
  const following = runPeriodically('following the database', FOLLOW_MS, follow, log);
  const metrics = createSignerMetrics(signerWatch);
  const watch = watchSigner({
    probes: createSignerProbes(environment, machineClock),
    isLocked: lock.isHeld,
    followedAt: () => followedAt,
    checkSocket: () => server.checkSocket(),
  });
  const { isActive } = signerLead;
  const server = await serveSigner(operations, environment.SIGNER_SOCKET, {
    log,
    counts: metrics,
    faults: watch.faults,
    maySign: isActive,
    name: environment.SIGNER_NAME,
  });
  // The next rounds log what fails.
  await watch.round().catch(() => undefined);
  const watching = runPeriodically('watching itself', WATCH_MS, watch.round, log);
  const health = await startSignerHealth({ log, readiness: watch.readiness, isActive }, environment, metrics);
  // If the first round fails, the process ends and is started again.
  await signerLead.round();
  const leading = runPeriodically('leading or following', LEAD_MS, signerLead.round, log);
  const reporting = runPeriodically(
    'reporting the state of the signer',
    STATUS_MS,
    async () => {
      if (isActive()) await (mustRestart ? restart() : writeStatus());
      else await followRestarts();
      await signerLead.report();
    },
    log,
  );
  log.info({ networks: [...keys.keys()], ...recordSizes, active: isActive() }, 'the signer is ready');

  async function stop(): Promise<void> {
    await health?.stop();
    await server.stop();
    await Promise.all([following.stop(), reporting.stop(), watching.stop(), leading.stop()]);
    await signerLead.stop().catch((error: unknown) => log.warn({ error }, 'the lease could not be ended: it lapses'));
    machineClock.stop();
    await database.close();
    await lock.release();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(0)));
}

/** Returns probes for faults of the signer's machine that may keep it from signing. */
function createSignerProbes(
  { SIGNER_FOLDER, BANK_RECEIVED_FOLDER: received }: SignerEnvironment,
  clock: MachineClock,
): Probe[] {
  return [
    diskProbe([SIGNER_FOLDER]),
    clockProbe(clock),
    ...(received === undefined ? [] : [folderProbe('BANK_RECEIVED_FOLDER', received)]),
  ];
}

function configureSignerVendors(
  source: NodeJS.ProcessEnv,
  environment: SignerEnvironment,
  { catalog }: Settings,
  now: () => Date,
) {
  const isSandbox = environment.SLIPWAY_SANDBOX === '1';
  const filled = pickSetVariables(source);
  const own = vendors.filter(({ family }) => FAMILIES.has(family));
  const survey = configureVendors({ vendors: own, chainVendors: [] }, filled, [], {
    now,
    publicUrl: '',
    tokenContracts: () => [],
  });
  const networks = catalog.networks.map((network) => buildNetworkTerms(catalog, network));
  const { keys, problems } = configureKeys(chainVendors, filled, networks);
  const { SLIPWAY_SECRET, SIGNER_SECRET, METRICS_TOKEN } = environment;
  const former = environment.SLIPWAY_FORMER_SECRETS.map((secret) => ({ SLIPWAY_FORMER_SECRETS: secret }));
  const secrets = [
    { SLIPWAY_SECRET, SIGNER_SECRET, METRICS_TOKEN },
    ...former,
    ...[...keys, ...survey.on].map((each) => each.secrets),
  ];
  const unsafe = isSandbox
    ? []
    : [
        ...secrets.flatMap(findSecretFaults),
        ...findPublishedRootKeys(environment.OPERATOR_ROOT_KEYS),
        ...findTransportFaults(filled),
      ];
  const none =
    keys.length === 0 && problems.length === 0
      ? [
          'the signer has no key: set EVM_TREASURY_KEY_FILE or BITCOIN_TREASURY_KEY_FILE, or name a token (docs/operating/signer-keys.md)',
        ]
      : [];
  const all = [...new Set([...survey.problems, ...problems, ...unsafe, ...none])];
  if (all.length > 0) throw new EnvironmentError(all.join('\n'));
  return { survey, keys };
}
