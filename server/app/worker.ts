import { renewMarks } from '../account/blockStore.ts';
import { forgetDeletedCards } from '../account/forgetDeletedCards.ts';
import { endSetLevels } from '../account/setLevelStore.ts';
import { keepLedgerDays, sumUpLedger } from '../ledger/ledgerStore.ts';
import { raiseAlert } from '../notification/alertStore.ts';
import { forgetFormerPersons } from '../notification/duty/forgetFormerPersons.ts';
import { sendQueuedMail } from '../notification/mailOutboxStore.ts';
import { tellMentions } from '../notification/mentions/tellMentions.ts';
import { sendPushes } from '../notification/push/sendPushes.ts';
import { lapseStops } from '../notification/stopAlertStore.ts';
import { tellAlerts } from '../notification/tellAlerts.ts';
import { doClerkRequests } from '../operator/clerk/doClerkRequests.ts';
import { warnEarly } from '../operator/clocks/warnEarly.ts';
import { doRequests } from '../operator/doRequests.ts';
import { doTreasuryRequests } from '../operator/doTreasuryRequests.ts';
import { doEvidenceRequests } from '../operator/evidence/doEvidenceRequests.ts';
import { createEventDelivery } from '../partner/deliverEvents.ts';
import { numberPartnerEvents } from '../partner/partnerEventStore.ts';
import { resealPartnerSecrets } from '../partner/resealStore.ts';
import { readAnchors } from '../platform/audit/anchorFile.ts';
import { createAuditSealer } from '../platform/audit/sealAudit.ts';
import type { Transaction } from '../platform/database/database.ts';
import { unhandledMessages } from '../platform/inbox/inboxStore.ts';
import { type EffectJob, SWEEP } from '../platform/jobs/jobQueue.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { randomToken } from '../platform/secrets.ts';
import { createWebhookPost } from '../platform/webhook/postWebhook.ts';
import { settleLooseParts } from '../purchase/conversion/settleLooseParts.ts';
import { collectTreasury } from '../purchase/delivery/collectTreasury.ts';
import { compareChains } from '../purchase/delivery/compareChains.ts';
import { followPayouts } from '../purchase/delivery/followPayouts.ts';
import { writeLetter } from '../purchase/delivery/orderLetter.ts';
import { attendDisputes } from '../purchase/dispute/attendDisputes.ts';
import { answerTestQuotes } from '../purchase/offer/answerTestQuotes.ts';
import { sayConnected } from '../purchase/offer/connectedProviderStore.ts';
import { OFFER_KEPT_FACTS, offerKeptFacts } from '../purchase/order/applyEvent.ts';
import { rescreenOrders } from '../purchase/order/rescreenOrders.ts';
import { runStep } from '../purchase/order/runStep.ts';
import { sweepDeadlines, sweepSteps } from '../purchase/order/sweep.ts';
import { allocateReceipts } from '../purchase/payment/allocateReceipts.ts';
import { reportUnconfirmed } from '../purchase/payment/reportUnconfirmed.ts';
import { collectNetworkFees, createPriceCollector } from '../purchase/quote/collectPrices.ts';
import { createRatesCollector } from '../purchase/quote/collectRates.ts';
import { keepPriceHistory } from '../purchase/quote/priceHistoryStore.ts';
import { collectBankFiles } from '../purchase/refund/collectBankFiles.ts';
import { sendBankRefunds } from '../purchase/refund/sendBankRefunds.ts';
import { settleBankRefunds } from '../purchase/refund/settleBankRefunds.ts';
import { placesOf, reconcileWhenDue } from '../reconciliation/reconcile.ts';
import { askForRun } from '../reconciliation/runStore.ts';
import { makeReports } from '../reporting/makeReports.ts';
import { collectSanctions } from '../risk/sanctionsLists.ts';
import { followAcquirer } from '../treasury/acquirer/followAcquirer.ts';
import { collectPlaces } from '../treasury/forecast/collectPlaces.ts';
import { followVenue } from '../treasury/venue/followVenue.ts';
import { followWithdrawals } from '../treasury/withdrawal/followWithdrawals.ts';
import type { Context, MarketProviders } from './context.ts';
import { forgetWhatIsOld } from './forgetWhatIsOld.ts';
import { sumUpEnded } from './gaugeStore.ts';
import { createMessageHandler } from './handleMessage.ts';
import { keepDataKeysWrapped } from './keepDataKeysWrapped.ts';
import type { WatchedTasks } from './openHeartbeats.ts';
import { type Repetition, repeat } from './repeat.ts';
import { createStepPool } from './stepPool.ts';
import { isStep, orderSteps, type StepsContext } from './steps.ts';
import { tracedVendors } from './tracedVendors.ts';
import { collectBudgets, createBudgetWatch } from './watchBudget.ts';
import { HANDLE_MESSAGE } from './webhooks.ts';

type WorkerContext = Context & MarketProviders;

/** Who asks for a comparison by itself. */
const SLIPWAY = 'slipway';
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
const LOOSE_PARTS_MS = 5_000;
const HISTORY_MS = 60_000;
const BANK_MS = 1_000;
const RESCREEN_MS = 60_000;
const CARDS_MS = 5_000;
const DISPUTES_MS = 5_000;
const RECONCILIATION_MS = 1_000;
const CHAINS_MS = 1_000;
const TREASURY_MS = 60_000;
const WITHDRAWALS_MS = 10_000;
const CLOCKS_MS = 15_000;
const PARTNER_EVENTS_MS = 250;
const PERSONAL_MS = 60_000;
const LEVELS_MS = 15_000;
const HOURLY_MS = 60 * 60_000;
const STOPS_AFTER_MS = 5 * 60_000;
const SUMS_MS = 5_000;
const TEST_QUOTES_MS = 1_000;
const CONNECTED_MS = 60_000;
const BUDGET_MS = 5_000;
/** In each round, where the days of years are to be kept: the newest postings wait for none of it. */
const DAYS_AT_ONCE = 5;
const SUMMED_AT_ONCE = 2_000;

export type RunningWorker = {
  /** By the kind of the alert about one that fails. */
  readonly tasks: WatchedTasks;
  stop(): Promise<void>;
};

/** The tasks that use the folder shared with the bank client. */
const BANK_TASKS: ReadonlySet<string> = new Set(['bank files', 'bank refunds']);

/** The steps of orders, the sweeps, the mail and the prices. Many of them can run against one database. */
export async function startWorker(untraced: WorkerContext, metrics: Metrics): Promise<RunningWorker> {
  const { auditAnchorFile } = untraced;
  const anchors = auditAnchorFile === undefined ? [] : await readAnchors(auditAnchorFile);
  const personsSeen = new Set(anchors.map(({ personsHead }) => personsHead));
  const context = { ...tracedVendors(untraced), personsSeen };
  const stepsContext: StepsContext = {
    ...context,
    metrics,
    writeLetter: (transaction, order) => writeLetter(context, transaction, order),
  };
  const comparing = { ...context, askForComparison: (transaction: Transaction) => askForRun(transaction, SLIPWAY) };
  const handleMessage = createMessageHandler(context);
  const collectPrices = createPriceCollector(context);
  const collectRates = createRatesCollector(context);
  await Promise.all(
    [
      collectPrices(),
      collectRates(),
      collectNetworkFees(context),
      collectTreasury(context),
      collectSanctions(context, context.sanctions),
      // What was asked for while nothing ran is booked before the books are compared, or it would count as an opening.
      doTreasuryRequests(context),
    ].map((first) => first.catch(logged(context))),
  );

  async function handle({ effect, ...job }: EffectJob): Promise<void> {
    if (effect === HANDLE_MESSAGE) return handleMessage(job.subject);
    if (effect === OFFER_KEPT_FACTS)
      return context.database.transaction((transaction) => offerKeptFacts(context.machine, transaction, job.orderId));
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

  const { database, log } = context;
  const pool = createStepPool((error) => log.error({ error }, 'a step of a purchase failed'));
  await context.jobs.work(async (job) => {
    // It may wait for the venue's limit of calls; dozens of orders wait together.
    if (job.effect === 'sync_conversion') pool.begin(`${job.orderId}:${job.subject}`, () => handleCounted(job));
    else await handleCounted(job);
  });
  const places = placesOf(context);
  collectBudgets(metrics, context.venue);
  const post = createWebhookPost(context.isSandbox ? 'public or loopback' : 'public');
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
    onFault: (fault) => tellAuditFault(context, fault),
  });
  const repetitions: readonly Repetition[] = [
    repeat('prices', PRICES_MS, collectPrices, log),
    repeat('rates', RATES_MS, collectRates, log),
    repeat('network fees', FEES_MS, () => collectNetworkFees(context), log),
    repeat('treasuries', FEES_MS, () => collectTreasury(context), log),
    repeat('deadlines', SWEEP_MS, () => sweepDeadlines(context), log),
    repeat('steps', SWEEP_MS, () => sweepSteps(context), log),
    repeat('payouts', PAYOUTS_MS, () => followPayouts(context), log),
    repeat('loose parts', LOOSE_PARTS_MS, () => settleLooseParts(context), log),
    repeat('mail', MAIL_MS, () => sendQueuedMail(context), log),
    repeat('alerts', ALERTS_MS, () => tellAlerts(context), log),
    repeat('mentions', ALERTS_MS, () => tellMentions(context), log),
    repeat('pushes', ALERTS_MS, () => sendPushes(pushes), log),
    repeat('seals of the history', AUDIT_MS, sealAudit, log),
    repeat('daily reports', REPORTS_MS, () => makeReports(context), log),
    repeat('inbox', INBOX_MS, () => resendMessages(context), log),
    repeat('price history', HISTORY_MS, () => keepPriceHistory(database), log),
    repeat('sanctions lists', context.sanctionsRefreshMs, () => collectSanctions(context, context.sanctions), log),
    repeat('rescreening', RESCREEN_MS, () => rescreenOrders(context), log),
    repeat('forgetting', HOURLY_MS, () => forgetWhatIsOld(database), log),
    repeat('levels that persons have set', LEVELS_MS, () => endSetLevels(database), log),
    repeat('addresses of former persons', HOURLY_MS, () => forgetFormerPersons(context), log),
    repeat('deleted cards', CARDS_MS, () => forgetDeletedCards(context), log),
    repeat('disputes', DISPUTES_MS, () => attendDisputes(context), log),
    repeat('comparison of the chains', CHAINS_MS, () => compareChains(comparing), log),
    repeat('reconciliation', RECONCILIATION_MS, () => reconcileWhenDue(context, places), log),
    repeat('connected providers', CONNECTED_MS, () => sayConnected(database, [...context.offerProviders.keys()]), log),
    repeat('test quotes', TEST_QUOTES_MS, () => answerTestQuotes(context), log),
    repeat('sums', SUMS_MS, () => sumAll(context), log),
    repeat("the acquirer's account", TREASURY_MS, () => followAcquirer(context), log),
    repeat('the account at the venue', TREASURY_MS, () => followVenue(context), log),
    repeat('clocks', CLOCKS_MS, () => warnEarly(context), log),
    repeat('ended stops', CLOCKS_MS, endedStops(database), log),
    repeat('operator requests', SWEEP_MS, () => doRequests(context), log),
    repeat('evidence by hand', SWEEP_MS, () => doEvidenceRequests(context), log),
    repeat('treasury places', TREASURY_MS, () => collectPlaces(context), log),
    repeat('treasury requests', SWEEP_MS, () => doTreasuryRequests(context), log),
    repeat('positions of events', PARTNER_EVENTS_MS, () => numberAll(context), log),
    repeat('events to partners', PARTNER_EVENTS_MS, partnerEvents.round, log),
    repeat('personal data', PERSONAL_MS, () => keepDataKeysWrapped(context), log),
    repeat("partners' secrets", HOURLY_MS, () => resealSecrets(context), log),
    repeat('withdrawals', WITHDRAWALS_MS, () => followWithdrawals(context), log),
    repeat("vendors' limits of calls", BUDGET_MS, createBudgetWatch(database, context.venue), log),
    ...clerksRepetition(context),
    ...bankRepetitions(context),
  ];
  return {
    tasks: {
      task_overdue: repetitions.filter(({ name }) => !BANK_TASKS.has(name)),
      bank_unreachable: repetitions.filter(({ name }) => BANK_TASKS.has(name)),
    },
    async stop() {
      context.venue.stop?.();
      await pool.stop();
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await partnerEvents.stop();
    },
  };
}

/** Waits after the start: orders that wait for a stop that lasts have not met it again yet. */
function endedStops(database: WorkerContext['database']): () => Promise<void> {
  const startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt > STOPS_AFTER_MS) await lapseStops(database);
  };
}

async function tellAuditFault({ database, log }: WorkerContext, fault: string): Promise<void> {
  log.error({ fault }, 'the history is not as it was written');
  await raiseAlert(database, { key: `audit_broken:${fault}`, orderId: null, kind: 'audit_broken', facts: { fault } });
}

/** A batch is small enough for its transaction to be short; there may be several of them. */
async function numberAll({ database }: WorkerContext): Promise<void> {
  while ((await numberPartnerEvents(database)) > 0);
}

/** Each batch is a short transaction. */
async function sumAll({ database }: WorkerContext): Promise<void> {
  while ((await sumUpLedger(database, SUMMED_AT_ONCE)) === SUMMED_AT_ONCE);
  while ((await sumUpEnded(database, SUMMED_AT_ONCE)) === SUMMED_AT_ONCE);
  await keepLedgerDays(database, DAYS_AT_ONCE);
}

/** After a change of SLIPWAY_SECRET. */
async function resealSecrets({ database, keys, log }: WorkerContext): Promise<void> {
  const resealed = await database.transaction((transaction) => resealPartnerSecrets(transaction, keys.partnerSecrets));
  await database.transaction((transaction) => renewMarks(transaction, keys.accountMark));
  if (resealed > 0) log.info({ resealed }, "partners' secrets were sealed by the newest SLIPWAY_SECRET");
}

/** What persons have signed that no process may write by itself. Nothing without the clerk's login. */
function clerksRepetition(context: WorkerContext & { readonly personsSeen: Set<string> }): readonly Repetition[] {
  const { clerksDatabase, log } = context;
  if (!clerksDatabase) return [];
  const clerk = { ...context, database: clerksDatabase };
  return [repeat("the clerk's requests", SWEEP_MS, () => doClerkRequests(clerk), log)];
}

/** Files from the bank, their receipts, and the refunds that go out. Nothing without a place for the files. */
function bankRepetitions(context: WorkerContext): readonly Repetition[] {
  const { bankExchange, log } = context;
  if (!bankExchange) return [];
  const bank = { ...context, bankExchange };
  return [
    repeat('bank files', BANK_MS, () => collectBankFiles(bank), log),
    repeat('bank receipts', BANK_MS, () => allocateReceipts(bank), log),
    repeat('bank refunds', BANK_MS, () => sendBankRefunds(bank), log),
    repeat('bank bookings', BANK_MS, () => settleBankRefunds(bank), log),
    repeat('unconfirmed bookings', HOURLY_MS, () => reportUnconfirmed(bank), log),
  ];
}

/** Webhooks whose job was lost. */
async function resendMessages({ database, jobs }: WorkerContext): Promise<void> {
  const ids = await unhandledMessages(database, INBOX_OLD_SECONDS, 50);
  await database.transaction(async (transaction) => {
    for (const id of ids)
      await jobs.send(transaction, { effect: HANDLE_MESSAGE, orderId: 0, subject: String(id), cause: SWEEP });
  });
}

function logged({ log }: WorkerContext) {
  return (error: unknown) => log.error({ error }, 'first round failed');
}
