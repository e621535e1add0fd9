import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Everything that a person at the operator is called for. docs/stuck-order.md says what to do about each. */
export const alertKinds = {
  acquirer_line: "a movement of the acquirer's account is of a kind that is not booked by itself",
  acquirer_differs: 'what the acquirer has moved for an order is not what the order has booked',
  audit_broken: 'the history of what persons decided is not as it was written',
  acquirer_payout: 'a payout of the acquirer has not come to the bank, or several bookings may be it',
  venue_movement: 'a movement of the account at the venue is of a kind that is not booked by itself',
  withdrawal: 'a withdrawal from the venue was refused, was not sent, or cannot be told from another one',
  order: 'an order is held, stands still for too long, or was told something about money that it has no row for',
  bank_entry: "a booking of the operator's account belongs to no order, takes money back, or is not what its ids say",
  bank_statement: 'a file of the bank was not believed, or a number of its statements is missing',
  books_differ: 'the ledger and the place where money lies do not agree: what leaves from there has stopped',
  sums_broken: 'a sum that is kept is not what its lines add up to: somebody has changed one of them',
  backup_overdue: 'no backup of the database was finished lately',
  bank_unreachable: 'the folder of the bank client cannot be read or written: no transfer is seen or sent',
  bank_unconfirmed: 'the bank told of bookings in advance that none of its statements has',
  change_not_made: 'a change at a time was agreed to, and refused when its time came',
  configuration_unread: 'a server cannot read a change of the configuration: it goes on by what it had before',
  bought_twice: 'the venue has booked more than one order under the same client order id',
  certificate_expiring: 'a TLS certificate ends soon, or has ended',
  clock_wrong: 'the clock of a machine is wrong: vendors reject what it signs',
  conversion_stuck: 'the crypto of an order was bought in part, and the rest cannot be bought',
  disk_low: 'a disk is nearly full: once it is, no order goes on',
  dispute_opened: "a card's bank asks about a payment, or has taken it back: an answer may be due",
  dispute_returned: 'money of a dispute that was lost has come back: an appeal was won',
  dispute_unanswered: 'the time to answer a dispute is nearly over, or the answer was refused',
  fee_ceiling: 'the network asks more for a payout than its ceiling allows: it waits',
  hold_not_released: 'the acquirer does not let go what an earlier attempt of an order holds',
  identity_review: 'a buyer, or what the verifier says of one, waits for a person to look at it',
  message_of_unknown_vendor: 'a webhook came from a vendor that is not on',
  network_fee_high: 'the fee of a payout is raised above what was expected when it was signed',
  operator_statement: 'a request of an operator was refused: no person has signed it as it stands',
  payout_stuck:
    'a payout does not get into a block by itself: its bytes or its fee are refused, it cannot pay more, or its order is held',
  payouts_stopped: 'a vendor is not what it is believed to be: nothing is paid out',
  place_unread: 'a place where money lies could not be compared with the ledger for a while',
  provider_address_differs:
    "another provider tells of coins that go to another address than the order's: its word is not taken",
  provider_order_of_another: 'another provider tells of one purchase as of two orders: its word is not taken',
  provider_word_unknown: 'another provider says something of an order that no document of it knows',
  queue_stalled: 'jobs, webhooks or mail wait although they are due',
  refund_elsewhere_failed: "a refund of the acquirer's dashboard has failed after it was booked",
  refund_failed: 'a refund by bank came back, or the bank has refused it',
  refund_not_released: 'the signer does not let a refund by bank go',
  refund_unwritable: 'no bank could carry a refund out as it is',
  refund_wanted: "a partner's server asks that the money of an order goes back",
  refund_without_account: 'money has to go back, and the bank did not say to which account',
  request_lapsed: 'nobody answered what was asked for within a day: it lapsed, and nothing was done',
  sale_unfinished: 'what was bought for an order that was given up could not all be sold back',
  sanctions_list: 'a sanctions list could not be fetched, or is an old one',
  sanctions_list_doubted: 'an edition of a sanctions list is not believed: the one before it stays',
  sanctions_list_stale: 'nothing is paid out: a sanctions list is too old',
  signer_unreachable: 'the signer does not answer: nothing is paid out',
  signing_stopped: 'a person has stopped the signer: nothing is signed',
  task_overdue: 'a periodic task of a worker fails, or does not end',
  time_running_out: 'half, or four fifths, of the time is over that something may wait',
  time_over: 'something waits for longer than it may',
  transactions_found:
    'the chain has transactions of a paying address that the database lacked: it was restored, or the key is used elsewhere',
  transfer_report: 'the bank says of transfers that it has refused them, and that cannot be',
  treasury_low: 'the treasury has too little of a coin, or of the coin of its fees: the coin is not offered',
  treasury_key_used:
    'a transaction that is not ours spent what a payout claims: the key of the treasury is in other hands',
  vendor_budget_low: "a vendor's limit of calls is nearly used up: orders are about to wait for it",
  webhook_endpoint_off:
    "a partner's endpoint has said that it is gone: nothing is posted to it until it is switched on",
  webhook_given_up: "a partner's endpoint has not taken an event at any try of three days",
  worker_absent: 'no worker runs: no order goes on',
} as const satisfies Record<string, string>;

export type AlertKind = keyof typeof alertKinds;

/** What a stored alert is about; nothing for a kind that only a former version raised. */
export function meaningOfAlert(kind: string): string | null {
  return Object.hasOwn(alertKinds, kind) ? alertKinds[kind as AlertKind] : null;
}

/** Something that a person at the operator has to look at. */
export type Alert = {
  /** Said once for each key; null: as often as it happens. */
  readonly key: string | null;
  readonly orderId: number | null;
  readonly kind: AlertKind;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** A cause that lasts is raised by every poll. After a pause of this length it has ended meanwhile and come again. */
const SAME_OCCURRENCE = sql`interval '10 minutes'`;
const OCCURRENCES = sql`a.times + (coalesce(a.last_at, a.created_at) < slipway_now() - ${SAME_OCCURRENCE})::int`;

/** Returns true if the key is new. Raised again, the alert counts its occurrences, not the polls that meet its cause. */
export async function raiseAlert(database: Queryable, { key, orderId, kind, facts }: Alert): Promise<boolean> {
  const { isNew } = await database.one<{ isNew: boolean }>(sql`
    insert into operator_alerts as a (key, order_id, kind, facts, created_at)
    values (${key}, ${orderId}, ${kind}, ${JSON.stringify(facts)}, slipway_now())
    on conflict (key) do update set times = ${OCCURRENCES}, last_at = slipway_now() returning xmax = 0 as "isNew"`);
  return isNew;
}

type KeyedAlert = Alert & { readonly key: string };

const BY_SLIPWAY = 'slipway';
const CAME_BACK = sql`(operator_alerts.settled_at is not null and operator_alerts.settled_by = ${BY_SLIPWAY})`;

/**
 * Raises an alert about a condition that lasts, for each check that meets it. It is one alert for as long as the condition
 * lasts, even if a person has settled it. A condition that ends and comes back at once opens the same alert again, without
 * telling it as a new one; after a pause it is a new alert.
 */
export async function keepOpen(transaction: Transaction, alert: KeyedAlert): Promise<void> {
  const { key, facts } = alert;
  await transaction.run(sql`
    update operator_alerts a set key = 'ended:' || a.id || ':' || a.key
    where key = ${key} and settled_at is not null and coalesce(last_at, created_at) < slipway_now() - ${SAME_OCCURRENCE}`);
  await transaction.run(sql`
    insert into operator_alerts (key, order_id, kind, facts, created_at)
    values (${key}, ${alert.orderId}, ${alert.kind}, ${JSON.stringify(facts)}, slipway_now())
    on conflict (key) do update set facts = excluded.facts, last_at = slipway_now(),
      times = operator_alerts.times + ${CAME_BACK}::int,
      settled_at = case when ${CAME_BACK} then null else operator_alerts.settled_at end,
      settled_by = case when ${CAME_BACK} then null else operator_alerts.settled_by end`);
}

/**
 * Raises an alert that is kept up to date under its key: its facts are what they are now, and one that was settled is open
 * again, to be told as a new one.
 */
export async function keepAlert(database: Queryable, { key, orderId, kind, facts }: KeyedAlert): Promise<void> {
  await database.run(sql`
    insert into operator_alerts as a (key, order_id, kind, facts, created_at)
    values (${key}, ${orderId}, ${kind}, ${JSON.stringify(facts)}, slipway_now())
    on conflict (key) do update set facts = excluded.facts, times = a.times + 1, last_at = slipway_now(),
      created_at = case when a.settled_at is null then a.created_at else slipway_now() end,
      told_times = case when a.settled_at is null then a.told_times else 0 end, settled_at = null, settled_by = null`);
}

/** What was said under a key, and who has settled it. */
export async function findAlertOf(
  database: Queryable,
  key: string,
): Promise<{ readonly id: number; readonly facts: Alert['facts']; readonly settledBy: string | null } | undefined> {
  return database.maybeOne(sql`select id, facts, settled_by as "settledBy" from operator_alerts where key = ${key}`);
}

export type OpenAlert = Alert & {
  readonly id: number;
  readonly createdAt: Date;
  /** How often it was said. */
  readonly times: number;
};

/** Newest first. */
export async function openAlerts(database: Queryable, limit: number): Promise<OpenAlert[]> {
  return database.many<OpenAlert>(sql`
    select id, key, order_id as "orderId", kind, facts, created_at as "createdAt", times
    from operator_alerts where settled_at is null order by id desc limit ${limit}`);
}

/** Undefined for one that is settled. */
export async function findAlert(database: Queryable, id: number): Promise<OpenAlert | undefined> {
  return database.maybeOne<OpenAlert>(sql`
    select id, key, order_id as "orderId", kind, facts, created_at as "createdAt", times
    from operator_alerts where id = ${id} and settled_at is null`);
}

/** True when it was open. */
export async function settleAlert(database: Queryable, id: number, who: string): Promise<boolean> {
  const settled = await database.run(sql`
    update operator_alerts set settled_at = slipway_now(), settled_by = ${who} where id = ${id} and settled_at is null`);
  return settled > 0;
}

/** What was said under a key has been dealt with by the product itself. */
export async function settleAlertOf(database: Queryable, key: string, who: string): Promise<void> {
  await database.run(sql`
    update operator_alerts set settled_at = slipway_now(), settled_by = ${who}
    where key = ${key} and settled_at is null`);
}

/** The condition of {@link keepOpen} has ended. */
export async function endCondition(database: Queryable, key: string): Promise<void> {
  await settleAlertOf(database, key, BY_SLIPWAY);
}
