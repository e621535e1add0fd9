import { rehashAccountMarks } from '../../account/blockStore.ts';
import { deleteCardsAtAcquirer } from '../../account/cards/deleteCardsAtAcquirer.ts';
import { expireFixedLevels } from '../../account/identityLevels/fixedLevelStore.ts';
import { addPostingsToBalances, saveDailySums } from '../../ledger/ledgerStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import { deleteFormerPeopleContacts } from '../../notification/duty/deleteFormerPeopleContacts.ts';
import { sendQueuedMail } from '../../notification/mailOutboxStore.ts';
import { sendMentionNotifications } from '../../notification/mentions/sendMentionNotifications.ts';
import { sendPushes } from '../../notification/push/sendPushes.ts';
import { sendAlertNotifications } from '../../notification/sendAlertNotifications.ts';
import { settleEndedPayoutAlerts } from '../../notification/stopAlertStore.ts';
import { raiseDeadlineAlerts } from '../../operator/deadlines/raiseDeadlineAlerts.ts';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { executeEvidenceRequests } from '../../operator/requests/executeEvidenceRequests.ts';
import { executeOperatorRequests } from '../../operator/requests/executeOperatorRequests.ts';
import { executeTreasuryRequests } from '../../operator/requests/executeTreasuryRequests.ts';
import { createEventDelivery } from '../../partner/deliverEvents.ts';
import { assignEventPositions } from '../../partner/partnerEventStore.ts';
import { resealPartnerSecrets } from '../../partner/resealStore.ts';
import { runPageChecks } from '../../partnerPages/runPageChecks.ts';
import { readAnchors } from '../../platform/audit/anchorFile.ts';
import { createAuditSealer } from '../../platform/audit/sealAudit.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { listUnhandledMessages } from '../../platform/inbox/inboxStore.ts';
import { type EffectJob, SWEEP } from '../../platform/jobs/jobQueue.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { randomToken } from '../../platform/secrets.ts';
import { createWebhookPoster } from '../../platform/webhook/postWebhook.ts';
import { settleDetachedParts } from '../../purchase/conversion/settleDetachedParts.ts';
import { collectTreasuryFunds } from '../../purchase/delivery/chainReads/collectTreasuryFunds.ts';
import { compareChainsWithSigner } from '../../purchase/delivery/chainReads/compareChainsWithSigner.ts';
import { followPayouts } from '../../purchase/delivery/chainReads/followPayouts.ts';
import { payoutJobs } from '../../purchase/delivery/payoutJobs.ts';
import { queueOrderMail } from '../../purchase/delivery/queueOrderMail.ts';
import { processDueDisputes } from '../../purchase/dispute/processDueDisputes.ts';
import { answerTestQuotes } from '../../purchase/offer/answerTestQuotes.ts';
import { saveConnectedProviders } from '../../purchase/offer/connectedProviderStore.ts';
import { APPLY_WAITING_FACTS, applyWaitingFacts } from '../../purchase/order/machine/applyEvent.ts';
import { runStep } from '../../purchase/order/stepRunner/runStep.ts';
import { rescreenOrders } from '../../purchase/order/sweeps/rescreenOrders.ts';
import { sweepDeadlines, sweepSteps } from '../../purchase/order/sweeps/sweepOrders.ts';
import { alertUnconfirmedBookings } from '../../purchase/payment/bookings/alertUnconfirmedBookings.ts';
import { allocateReceipts } from '../../purchase/payment/receipts/allocateReceipts.ts';
import { collectNetworkFees, createPriceCollector, listMarketsToCollect } from '../../purchase/quote/collectPrices.ts';
import { createRatesCollector } from '../../purchase/quote/collectRates.ts';
import { fillPriceHistory } from '../../purchase/quote/fillPriceHistory.ts';
import { savePriceHistory } from '../../purchase/quote/priceHistoryStore.ts';
import { collectBankFiles } from '../../purchase/refund/collectBankFiles.ts';
import { sendBankRefunds } from '../../purchase/refund/sendBankRefunds.ts';
import { settleBankRefunds } from '../../purchase/refund/settleBankRefunds.ts';
import { createExternalAccounts, createReconciler } from '../../reconciliation/reconciler.ts';
import { requestRun } from '../../reconciliation/reconciliationRunStore.ts';
import { makeReports } from '../../reporting/makeReports.ts';
import { collectSanctions } from '../../risk/sanctionsLists.ts';
import { syncAcquirerAccount } from '../../treasury/acquirer/syncAcquirerAccount.ts';
import { collectBalances } from '../../treasury/forecast/collectBalances.ts';
import { syncVenueAccount } from '../../treasury/venue/syncVenueAccount.ts';
import { trackWithdrawals } from '../../treasury/withdrawal/trackWithdrawals.ts';
import { HANDLE_MESSAGE } from '../api/webhooks.ts';
import type { Context, MarketProviders } from '../context.ts';
import { sumEndedOrders } from '../gauges/gaugeStore.ts';
import { collectBudget, createBudgetWatch } from '../gauges/watchBudget.ts';
import type { WatchedTasks } from '../probes/openHeartbeats.ts';
import { type PeriodicTask, runPeriodically } from '../runPeriodically.ts';
import { deleteExpiredData } from './deleteExpiredData.ts';
import { createDirectJobs } from './directJobs.ts';
import { createMessageHandler } from './handleMessage.ts';
import { createStepPool } from './stepPool.ts';
import { isStep, orderSteps, type StepsContext } from './steps.ts';
import { traceVendors } from './traceVendors.ts';
import { updateDataKeyWrapping } from './updateDataKeyWrapping.ts';

type WorkerContext = Context & MarketProviders;

/** The requester of automatic comparisons. */
const SLIPWAY = 'slipway';
/** Pauses between the rounds of the periodic tasks. */
const SWEEP_MS = 500;
const MAIL_MS = 500;
const ALERTS_MS = 1_000;
const AUDIT_MS = 1_000;
const REPORTS_MS = 60_000;
const PAYOUTS_MS = 1_000;
const PRICES_MS = 2_000;
const FEES_MS = 10_000;
const RATES_MS = 60_000;
const INBOX_MS = 10_000;
const INBOX_OLD_SECONDS = 30;
const UNSETTLED_PARTS_MS = 5_000;
const HISTORY_MS = 60_000;
const BANK_MS = 1_000;
const RESCREEN_MS = 60_000;
const CARDS_MS = 5_000;
const DISPUTES_MS = 5_000;
const RECONCILIATION_MS = 1_000;
const CHAINS_MS = 1_000;
const TREASURY_MS = 60_000;
const WITHDRAWALS_MS = 10_000;
const DEADLINE_WARNINGS_MS = 15_000;
const PARTNER_EVENTS_MS = 250;
const PERSONAL_MS = 60_000;
const LEVELS_MS = 15_000;
const HOURLY_MS = 60 * 60_000;
const STOPS_AFTER_MS = 5 * 60_000;
const SUMS_MS = 5_000;
const TEST_QUOTES_MS = 1_000;
const PAGE_CHECKS_MS = 1_000;
const CONNECTED_MS = 60_000;
const BUDGET_MS = 5_000;
/** Days summed per round: few, so that the newest postings do not wait while the sums of past years are computed. */
const DAYS_AT_ONCE = 5;
const SUMMED_AT_ONCE = 2_000;

export type RunningWorker = {
  /** Tasks by the kind of alert for failures. */
  readonly tasks: WatchedTasks;
  stop(): Promise<void>;
};

/** The tasks that use the folder shared with the bank client. */
const BANK_TASKS: ReadonlySet<string> = new Set(['bank files', 'bank refunds']);

/** Fetches first prices and lists, then starts jobs and periodic tasks. Several workers can run against one database. */
export async function startWorker(untraced: WorkerContext, metrics: Metrics): Promise<RunningWorker> {
  const { auditAnchorFile } = untraced;
  const anchors = auditAnchorFile === undefined ? [] : await readAnchors(auditAnchorFile);
  const seenPersonHeads = new Set(anchors.map(({ personsHead }) => personsHead));
  const { log, takesPayouts } = untraced;
  const directJobs = createDirectJobs(untraced.jobs, {
    canRun: ({ effect }) => takesPayouts() || !payoutJobs.effects.has(effect),
    handle: startStep,
    log,
  });
  const machine = { ...untraced.machine, jobs: directJobs };
  const context = { ...traceVendors(untraced), machine, seenPersonHeads };
  const stepsContext: StepsContext = {
    ...context,
    metrics,
    queueOrderMail: (transaction, order) => queueOrderMail(context, transaction, order),
  };
  const comparing = { ...context, requestComparison: (transaction: Transaction) => requestRun(transaction, SLIPWAY) };
  const handleMessage = createMessageHandler(context);
  const collectPrices = createPriceCollector(context);
  const collectRates = createRatesCollector(context);
  await Promise.all(
    [
      collectPrices(),
      collectRates(),
      collectNetworkFees(context),
      collectTreasuryFunds(context),
      collectSanctions(context, context.sanctions),
      // Requests made while no worker ran are booked before the first comparison; otherwise they would count as an opening.
      executeTreasuryRequests(context),
    ].map((first) => first.catch(createErrorLogger(context))),
  );

  async function handle({ effect, ...job }: EffectJob): Promise<void> {
    if (effect === HANDLE_MESSAGE) return handleMessage(job.subject);
    if (effect === APPLY_WAITING_FACTS)
      return context.database.transaction((transaction) =>
        applyWaitingFacts(context.machine, transaction, job.orderId),
      );
    if (!isStep(effect)) throw new Error(`no step for the effect ${effect}`);
    return runStep(stepsContext, orderSteps[effect], job);
  }

  async function handleCounted(job: EffectJob): Promise<void> {
    const { effect } = job;
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    try {
      await handle(job);
    } catch (error) {
      metrics.countJob(effect, 'retried', seconds());
      throw error;
    }
    metrics.countJob(effect, 'done', seconds());
  }

  const pool = createStepPool((error) => log.error({ error }, 'a step of a purchase failed'));
  async function startStep(job: EffectJob): Promise<void> {
    // This step may wait for the venue's call limit, together with dozens of other orders, and must not block others.
    if (job.effect === 'sync_conversion') pool.begin(`${job.orderId}:${job.subject}`, () => handleCounted(job));
    else await handleCounted(job);
  }

  const { database } = context;
  await context.jobs.work(startStep, takesPayouts);
  const reconciler = createReconciler(context, createExternalAccounts(context));
  collectBudget(metrics, context.venue);
  const post = createWebhookPoster(context.isSandbox ? 'public or loopback' : 'public');
  const pushes = { database, log, post, push: context.alertChannels.push };
  const partnerEvents = createEventDelivery({
    ...context,
    post,
    worker: randomToken(),
    random: Math.random,
  });
  const sealAudit = createAuditSealer({
    ...context,
    keys: context.keys.auditSeal,
    anchorFile: context.auditAnchorFile,
    onFault: (fault) => raiseAuditFault(context, fault),
  });
  const repetitions: readonly PeriodicTask[] = [
    runPeriodically('prices', PRICES_MS, collectPrices, log),
    runPeriodically('rates', RATES_MS, collectRates, log),
    runPeriodically('network fees', FEES_MS, () => collectNetworkFees(context), log),
    runPeriodically('treasuries', FEES_MS, () => collectTreasuryFunds(context), log),
    runPeriodically('deadlines', SWEEP_MS, () => sweepDeadlines(context), log),
    runPeriodically('steps', SWEEP_MS, () => sweepSteps(context), log),
    runPeriodically('payouts', PAYOUTS_MS, () => followPayouts(context), log),
    runPeriodically('loose parts', UNSETTLED_PARTS_MS, () => settleDetachedParts(context), log),
    runPeriodically('mail', MAIL_MS, () => sendQueuedMail(context), log),
    runPeriodically('alerts', ALERTS_MS, () => sendAlertNotifications(context), log),
    runPeriodically('mentions', ALERTS_MS, () => sendMentionNotifications(context), log),
    runPeriodically('pushes', ALERTS_MS, () => sendPushes(pushes), log),
    runPeriodically('seals of the history', AUDIT_MS, sealAudit, log),
    runPeriodically('daily reports', REPORTS_MS, () => makeReports(context), log),
    runPeriodically('inbox', INBOX_MS, () => resendMessages(context), log),
    runPeriodically('price history', HISTORY_MS, () => savePriceHistory(database), log),
    runPeriodically(
      'past prices',
      HOURLY_MS,
      () => fillPriceHistory(context, listMarketsToCollect(context.catalog)),
      log,
    ),
    runPeriodically(
      'sanctions lists',
      context.sanctionsRefreshMs,
      () => collectSanctions(context, context.sanctions),
      log,
    ),
    runPeriodically('rescreening', RESCREEN_MS, () => rescreenOrders(context), log),
    runPeriodically('forgetting', HOURLY_MS, () => deleteExpiredData(database), log),
    runPeriodically('levels that persons have set', LEVELS_MS, () => expireFixedLevels(database), log),
    runPeriodically('addresses of former persons', HOURLY_MS, () => deleteFormerPeopleContacts(context), log),
    runPeriodically('deleted cards', CARDS_MS, () => deleteCardsAtAcquirer(context), log),
    runPeriodically('disputes', DISPUTES_MS, () => processDueDisputes(context), log),
    runPeriodically('comparison of the chains', CHAINS_MS, () => compareChainsWithSigner(comparing), log),
    runPeriodically('reconciliation', RECONCILIATION_MS, reconciler.runRound, log),
    runPeriodically(
      'connected providers',
      CONNECTED_MS,
      () => saveConnectedProviders(database, [...context.offerProviders.keys()]),
      log,
    ),
    runPeriodically('test quotes', TEST_QUOTES_MS, () => answerTestQuotes(context), log),
    runPeriodically('pages of partners', PAGE_CHECKS_MS, () => runPageChecks(context), log),
    runPeriodically('sums', SUMS_MS, () => updateSums(context), log),
    runPeriodically("the acquirer's account", TREASURY_MS, () => syncAcquirerAccount(context), log),
    runPeriodically('the account at the venue', TREASURY_MS, () => syncVenueAccount(context), log),
    runPeriodically('clocks', DEADLINE_WARNINGS_MS, () => raiseDeadlineAlerts(context), log),
    runPeriodically('ended stops', DEADLINE_WARNINGS_MS, createEndedStopSweep(database), log),
    runPeriodically('operator requests', SWEEP_MS, () => executeOperatorRequests(context), log),
    runPeriodically('evidence by hand', SWEEP_MS, () => executeEvidenceRequests(context), log),
    runPeriodically('treasury places', TREASURY_MS, () => collectBalances(context), log),
    runPeriodically('treasury requests', SWEEP_MS, () => executeTreasuryRequests(context), log),
    runPeriodically('positions of events', PARTNER_EVENTS_MS, () => numberAllPartnerEvents(context), log),
    runPeriodically('events to partners', PARTNER_EVENTS_MS, partnerEvents.round, log),
    runPeriodically('personal data', PERSONAL_MS, () => updateDataKeyWrapping(context), log),
    runPeriodically("partners' secrets", HOURLY_MS, () => resealSecrets(context), log),
    runPeriodically('withdrawals', WITHDRAWALS_MS, () => trackWithdrawals(context), log),
    runPeriodically("vendors' limits of calls", BUDGET_MS, createBudgetWatch(database, context.venue), log),
    ...createClerkTasks(context),
    ...createBankTasks(context),
  ];
  return {
    tasks: {
      task_overdue: repetitions.filter(({ name }) => !BANK_TASKS.has(name)),
      bank_unreachable: repetitions.filter(({ name }) => BANK_TASKS.has(name)),
    },
    async stop() {
      context.venue.stop?.();
      await directJobs.stop();
      await pool.stop();
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await reconciler.stop();
      await partnerEvents.stop();
    },
  };
}

/**
 * Returns a round that settles alerts of ended payout stops. It begins some minutes after the start: until then, orders that
 * still wait may not have raised their alerts again.
 */
function createEndedStopSweep(database: WorkerContext['database']): () => Promise<void> {
  const startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt > STOPS_AFTER_MS) await settleEndedPayoutAlerts(database);
  };
}

async function raiseAuditFault({ database, log }: WorkerContext, fault: string): Promise<void> {
  log.error({ fault }, 'the audit trail is not as it was written');
  await raiseAlert(database, { key: `audit_broken:${fault}`, orderId: null, kind: 'audit_broken', facts: { fault } });
}

/** Numbers events in batches, each a short transaction. */
async function numberAllPartnerEvents({ database }: WorkerContext): Promise<void> {
  while ((await assignEventPositions(database)) > 0);
}

/** Updates the sums of the ledger and of ended orders in batches, each a short transaction. */
async function updateSums({ database }: WorkerContext): Promise<void> {
  while ((await addPostingsToBalances(database, SUMMED_AT_ONCE)) === SUMMED_AT_ONCE);
  while ((await sumEndedOrders(database, SUMMED_AT_ONCE)) === SUMMED_AT_ONCE);
  await saveDailySums(database, DAYS_AT_ONCE);
}

/** Reseals partners' secrets and rehashes account marks after a change of SLIPWAY_SECRET. */
async function resealSecrets({ database, keys, log }: WorkerContext): Promise<void> {
  const resealed = await database.transaction((transaction) => resealPartnerSecrets(transaction, keys.partnerSecrets));
  await database.transaction((transaction) => rehashAccountMarks(transaction, keys.accountMark));
  if (resealed > 0) log.info({ resealed }, "partners' secrets were sealed by the newest SLIPWAY_SECRET");
}

/** Returns the task that executes signed requests with the clerk's login; none without that login. */
function createClerkTasks(context: WorkerContext & { readonly seenPersonHeads: Set<string> }): readonly PeriodicTask[] {
  const { clerksDatabase, log } = context;
  if (!clerksDatabase) return [];
  const clerk = { ...context, database: clerksDatabase };
  return [runPeriodically("the clerk's requests", SWEEP_MS, () => executeClerkRequests(clerk), log)];
}

/** Returns the tasks for bank files, receipts and outgoing refunds; none if there is no folder for the files. */
function createBankTasks(context: WorkerContext): readonly PeriodicTask[] {
  const { bankExchange, log } = context;
  if (!bankExchange) return [];
  const bank = { ...context, bankExchange };
  return [
    runPeriodically('bank files', BANK_MS, () => collectBankFiles(bank), log),
    runPeriodically('bank receipts', BANK_MS, () => allocateReceipts(bank), log),
    runPeriodically('bank refunds', BANK_MS, () => sendBankRefunds(bank), log),
    runPeriodically('bank bookings', BANK_MS, () => settleBankRefunds(bank), log),
    runPeriodically('unconfirmed bookings', HOURLY_MS, () => alertUnconfirmedBookings(bank), log),
  ];
}

/** Resends webhooks whose job was lost. */
async function resendMessages({ database, jobs }: WorkerContext): Promise<void> {
  const ids = await listUnhandledMessages(database, INBOX_OLD_SECONDS, 50);
  await database.transaction(async (transaction) => {
    for (const id of ids)
      await jobs.send(transaction, { effect: HANDLE_MESSAGE, orderId: 0, subject: String(id), cause: SWEEP });
  });
}

function createErrorLogger({ log }: WorkerContext) {
  return (error: unknown) => log.error({ error }, 'first round failed');
}
