import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Every kind of alert, with its description. docs/alerts.md has the procedure for each. */
export const alertKinds = {
  acquirer_line: 'a balance line at the acquirer is of a kind that is not booked automatically',
  acquirer_differs: "the acquirer's balance lines of an order differ from what is booked for it",
  audit_broken: 'the audit trail is not as it was written',
  acquirer_payout: 'a payout of the acquirer has not arrived at the bank, or several bookings match it',
  venue_movement: 'a movement of the account at the exchange is of a kind that is not booked automatically',
  withdrawal:
    'a withdrawal from the exchange failed, is late, did not arrive, or cannot be distinguished from another one',
  order: 'an order needs attention: it is held, stalled, or received an unexpected payment event',
  bank_entry:
    'a bank booking matches no order, takes money back, or contradicts the order or refund whose id it contains',
  bank_statement: 'a bank file was rejected, or a statement number is missing',
  books_differ: 'the ledger and an external account disagree: payouts or refund files may be halted',
  sums_broken: 'a stored sum is not the total of its lines: one of them was changed',
  backup_overdue: 'no backup of the database has finished recently',
  bank_unreachable: 'the folder of the bank client cannot be read or written: transfers are neither seen nor sent',
  bank_unconfirmed: 'the bank announced bookings that no statement contains',
  scheduled_change_refused: 'a scheduled change was approved, but refused at its time',
  partner_change_request: 'a partner requests a change of its settings or keys',
  configuration_unread: 'a server cannot read a change of the configuration and continues with the previous one',
  bought_twice: 'the exchange has booked more than one order under the same client order id',
  certificate_expiring: 'a TLS certificate expires soon, or has expired',
  clock_wrong: 'the clock of a machine is wrong: vendors reject its signed requests',
  conversion_stuck: 'the crypto of an order was bought in part, and the rest cannot be bought',
  disk_low: 'a disk is nearly full: once it is full, all orders stop',
  dispute_opened: "a card's bank has opened an inquiry or a dispute: evidence may be due",
  dispute_returned: 'the money of a lost dispute was returned: an appeal was won',
  dispute_unanswered: 'the deadline for the evidence of a dispute is near, or the evidence was rejected',
  fee_ceiling: 'the network fee for a payout is above its ceiling: the payout waits',
  hold_not_released: 'the acquirer does not void the authorization of an earlier payment attempt',
  identity_review: 'identity review needed',
  unknown_vendor_webhook: 'a webhook arrived from a vendor that is not enabled',
  network_fee_high: 'payout network fee higher than estimated',
  operator_statement: "an operator's request was refused: it is not signed as required",
  payout_stuck:
    'a payout does not get into a block: its bytes or its fee are rejected, its fee cannot be bumped, or its order is held',
  payouts_stopped:
    "payouts wait: the signer's limit is reached, a person stopped the signer, or a credential belongs to another environment",
  account_not_compared: 'an external account could not be compared with the ledger for a while',
  provider_address_differs:
    "another provider reports coins sent to another address than the order's: the report is not accepted",
  provider_order_of_another: 'another provider reports one purchase for two orders: the report is not accepted',
  provider_status_unknown: 'another provider reports a status that its documentation does not list',
  queue_stalled: 'jobs, webhooks or emails are overdue',
  external_refund_failed: "a refund made in the acquirer's dashboard failed after it was booked",
  refund_failed: 'a refund by bank was returned, or the bank rejected it',
  refund_not_released: 'the signer does not release a refund by bank',
  refund_not_payable: "no bank accepts a refund's payee or account",
  partner_refund_request: 'a partner requests the refund of an order',
  refund_without_account: 'a refund by bank has no account details',
  request_lapsed: 'a request got no answer within a day: it lapsed, and nothing was done',
  sale_unfinished: 'the coins of a cancelled purchase could not all be sold back',
  sanctions_list: 'a sanctions list could not be fetched, or is out of date',
  sanctions_list_doubted: 'an edition of a sanctions list was rejected as doubtful: the previous one stays in use',
  sanctions_list_stale: 'nothing is paid out: a sanctions list is too old',
  signer_missing: 'a passive signer does not report, or has a fault',
  signer_unreachable: 'the signer does not answer: nothing is paid out',
  signing_stopped: 'a person has stopped the signer: nothing is signed',
  task_overdue: 'a periodic task of a worker fails, or does not finish',
  deadline_near: 'half, or four fifths, of the time for pending work has passed',
  deadline_passed: 'pending work has passed its deadline',
  transactions_found:
    'the chain has transactions of a paying address that were missing in the database: it was restored, or the key is used elsewhere',
  transfer_report: 'the bank reports transfers as rejected that it cannot have rejected',
  treasury_low: 'the treasury is short of a coin, or of the coin for its network fees: the coin is not offered',
  treasury_key_used:
    'a transaction or EIP-7702 authorization that was signed outside Slipway used a nonce or input of the treasury: someone else has its key',
  vendor_budget_low: "a vendor's rate limit is nearly used up: orders will soon wait for it",
  webhook_endpoint_off:
    "a partner's endpoint answered that it is gone: no events are sent to it until it is re-enabled",
  webhook_given_up: "a partner's endpoint did not accept an event in three days of retries",
  worker_absent: 'no worker runs: all orders stop',
} as const satisfies Record<string, string>;

export type AlertKind = keyof typeof alertKinds;

/** Returns what a stored alert is about, or null for a kind that only a former version raised. */
export function describeAlertKind(kind: string): string | null {
  return Object.hasOwn(alertKinds, kind) ? alertKinds[kind as AlertKind] : null;
}

/** Something that needs a person's attention. */
export type Alert = {
  /** Deduplicates: one alert per key; null: one per occurrence. */
  readonly key: string | null;
  readonly orderId: number | null;
  readonly kind: AlertKind;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** Every poll raises an alert whose cause persists. An alert raised after a longer pause is a new occurrence. */
const SAME_OCCURRENCE = sql`interval '10 minutes'`;
const OCCURRENCES = sql`a.times + (coalesce(a.last_at, a.created_at) < slipway_now() - ${SAME_OCCURRENCE})::int`;

/**
 * Raises an alert and returns true if its key is new. Otherwise counts an occurrence if the alert was last raised more than ten
 * minutes ago; it keeps its facts and, if settled, stays settled.
 */
export async function raiseAlert(database: Queryable, { key, orderId, kind, facts }: Alert): Promise<boolean> {
  const { isNew } = await database.one<{ isNew: boolean }>(sql`
    insert into operator_alerts as a (key, order_id, kind, facts, created_at)
    values (${key}, ${orderId}, ${kind}, ${JSON.stringify(facts)}, slipway_now())
    on conflict (key) do update set times = ${OCCURRENCES}, last_at = slipway_now() returning xmax = 0 as is_new`);
  return isNew;
}

type KeyedAlert = Alert & { readonly key: string };

const BY_SLIPWAY = 'slipway';
const CAME_BACK = sql`(operator_alerts.settled_at is not null and operator_alerts.settled_by = ${BY_SLIPWAY})`;

/**
 * Raises an alert about a condition that lasts, for each check that meets it. It is one alert for as long as the condition
 * lasts, even if a person has settled it. A condition that ends and recurs at once opens the same alert again as a further
 * occurrence; after a pause it is a new alert.
 */
export async function raiseLastingAlert(transaction: Transaction, alert: KeyedAlert): Promise<void> {
  const { key, facts } = alert;
  await retireKey(transaction, key, sql`coalesce(last_at, created_at) < slipway_now() - ${SAME_OCCURRENCE}`);
  await transaction.run(sql`
    insert into operator_alerts (key, order_id, kind, facts, created_at)
    values (${key}, ${alert.orderId}, ${alert.kind}, ${JSON.stringify(facts)}, slipway_now())
    on conflict (key) do update set facts = excluded.facts, last_at = slipway_now(),
      times = operator_alerts.times + ${CAME_BACK}::int,
      settled_at = case when ${CAME_BACK} then null else operator_alerts.settled_at end,
      settled_by = case when ${CAME_BACK} then null else operator_alerts.settled_by end`);
}

/**
 * Raises an alert. If an alert with its key is open, updates its facts and counts an occurrence. If that alert was settled,
 * this is a new alert: it is unacknowledged and notifies people again.
 */
export async function raiseUpdatedAlert(
  transaction: Transaction,
  { key, orderId, kind, facts }: KeyedAlert,
): Promise<void> {
  await retireKey(transaction, key, sql`true`);
  await transaction.run(sql`
    insert into operator_alerts as a (key, order_id, kind, facts, created_at)
    values (${key}, ${orderId}, ${kind}, ${JSON.stringify(facts)}, slipway_now())
    on conflict (key) do update set facts = excluded.facts, times = a.times + 1, last_at = slipway_now()`);
}

/** Frees the key of a settled alert for a new one. */
async function retireKey(transaction: Transaction, key: string, condition: Sql): Promise<void> {
  await transaction.run(sql`
    update operator_alerts a set key = 'ended:' || a.id || ':' || a.key
    where key = ${key} and settled_at is not null and ${condition}`);
}

/** Returns the facts stored under a key, and who has settled the alert. */
export async function findAlertByKey(
  database: Queryable,
  key: string,
): Promise<{ readonly id: number; readonly facts: Alert['facts']; readonly settledBy: string | null } | undefined> {
  return database.maybeOne(sql`select id, facts, settled_by from operator_alerts where key = ${key}`);
}

export type OpenAlert = Alert & {
  readonly id: number;
  readonly createdAt: Date;
  /** How often it occurred. */
  readonly times: number;
};

/** Returns open alerts, newest first. */
export async function listOpenAlerts(database: Queryable, limit: number): Promise<OpenAlert[]> {
  return database.many<OpenAlert>(sql`
    select id, key, order_id, kind, facts, created_at, times
    from operator_alerts where settled_at is null order by id desc limit ${limit}`);
}

/** Returns an open alert; undefined if it is settled. */
export async function findOpenAlert(database: Queryable, id: number): Promise<OpenAlert | undefined> {
  return database.maybeOne<OpenAlert>(sql`
    select id, key, order_id, kind, facts, created_at, times
    from operator_alerts where id = ${id} and settled_at is null`);
}

/** Returns true if an alert of the kind with these facts is open. */
export async function hasOpenAlert(database: Queryable, kind: AlertKind, facts: Alert['facts']): Promise<boolean> {
  const { isOpen } = await database.one<{ isOpen: boolean }>(sql`
    select exists (
      select 1 from operator_alerts
      where settled_at is null and kind = ${kind} and facts @> ${JSON.stringify(facts)}::jsonb) as is_open`);
  return isOpen;
}

/** Settles an alert. Returns true if it was open. */
export async function settleAlert(database: Queryable, id: number, who: string): Promise<boolean> {
  const settled = await database.run(sql`
    update operator_alerts set settled_at = slipway_now(), settled_by = ${who} where id = ${id} and settled_at is null`);
  return settled > 0;
}

/** Settles the alert of a key, if it is open, for the person or part of the product that has resolved its cause. */
export async function settleAlertByKey(database: Queryable, key: string, who: string): Promise<void> {
  await database.run(sql`
    update operator_alerts set settled_at = slipway_now(), settled_by = ${who}
    where key = ${key} and settled_at is null`);
}

/** Settles the alert that {@link raiseLastingAlert} raised, once its condition has ended. */
export async function settleLastingAlert(database: Queryable, key: string): Promise<void> {
  await settleAlertByKey(database, key, BY_SLIPWAY);
}
