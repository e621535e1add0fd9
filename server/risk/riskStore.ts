import sql, { type Sql } from 'sql-template-tag';
import { selectAccountsOfPerson, selectProvedAccounts } from '../account/personStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Reserved } from './reserveLimits.ts';
import type { RiskSubject, RiskWindow, Velocity } from './riskRules.ts';

/**
 * Returns the value, in euro cents, of the orders of the last `days` that a person has paid, or is about to pay after they passed
 * without a document, except one order. Orders whose money was refunded or released do not count. Includes all accounts of the
 * person, open or closed.
 */
export async function sumPaidEuroCents(
  database: Queryable,
  buyerId: string,
  exceptOrderId: number,
  days: number,
): Promise<bigint> {
  const { sum } = await database.one<{ sum: bigint }>(sql`
    select coalesce(sum(o.euro_cents), 0) as sum from orders o
    left join identity_reservations r on r.order_id = o.id
    where o.buyer_id = any(array(${selectAccountsOfPerson(buyerId)}))
      and o.id <> ${exceptOrderId}
      and (o.captured_units + o.received_units > o.refunded_units or (r.order_id is not null and ${isUnderWay}))
      and o.created_at > (select slipway_now()) - ${days} * interval '1 day'`);
  return sum;
}

/**
 * Matches orders that have not ended. An order that awaits a card payment does not match, since its next attempt is judged
 * again; one that awaits a transfer does.
 */
const isUnderWay = sql`o.status not in ('voiding', 'cancelled', 'expired', 'failed', 'refunded', 'delivered')
  and (o.status <> 'awaiting_payment' or o.transfer_reference is not null)`;

/** Records that the order was accepted without a document, so that it counts towards the limit without a document. */
export async function reserveIdentityLimit({ transaction }: Reserved<'payment'>, orderId: number): Promise<void> {
  await transaction.run(sql`
    insert into identity_reservations (order_id, reserved_at) values (${orderId}, slipway_now()) on conflict do nothing`);
}

/** Counts the order as paid, with the paying card ('' for none), from now on until it ends without the money. */
export async function reservePayment(
  { transaction }: Reserved<'payment'>,
  orderId: number,
  cardFingerprint: string,
): Promise<void> {
  await transaction.run(sql`
    insert into risk_reservations (order_id, fingerprint, reserved_at)
    values (${orderId}, ${cardFingerprint}, slipway_now()) on conflict do nothing`);
}

/** The judged order; `orderId` is null until it is created. */
export type JudgedOrder = {
  readonly orderId: number | null;
  readonly buyerId: string | null;
  readonly euroCents: bigint;
  /** Fingerprint of the paying card; '' while unknown. */
  readonly cardFingerprint: string;
};

const wasPaid = sql`(o.authorized_units + o.captured_units + o.received_units > 0
  or exists (select 1 from risk_reservations r where r.order_id = o.id))`;

const subjectConditions: Readonly<Record<RiskSubject, (value: string, judged: JudgedOrder) => Sql>> = {
  // An account linked to the buyer only by a shared name, phone number, card or bank account counts once its order is paid.
  buyer: (value) => sql`o.buyer_id = any(array(${selectAccountsOfPerson(value)})) and (${wasPaid}
    or o.buyer_id = any(array(${selectProvedAccounts(value)})))`,
  address: (value) => sql`o.address = ${value}`,
  ip: (value) => sql`o.client_address <> '' and client_network(o.client_address) = client_network(${value})`,
  // The card of the judged order is stored after the judgement.
  card: (value, { orderId }) => sql`o.id in (
    select ${orderId}::bigint
    union select order_id from payment_attempts where fingerprint = ${value}
    union select order_id from risk_reservations where fingerprint = ${value})`,
};

/** Subjects that the buyer shares with strangers, who can fill them with orders that they never pay. */
const SHARED: ReadonlySet<RiskSubject> = new Set(['address', 'ip']);

/** Matches orders whose money was received and not fully refunded, and orders under way that a judgement has reserved. */
const isPaid = sql`(o.captured_units + o.received_units > o.refunded_units or (${isUnderWay} and exists (
  select 1 from risk_reservations r where r.order_id = o.id)))`;

/** Matches orders of other buyers that were neither authorized, paid nor reserved. */
const isOthersUnpaid = ({ orderId, buyerId }: JudgedOrder) => sql`
  (o.id is distinct from ${orderId} and o.buyer_id is distinct from ${buyerId} and not ${wasPaid})`;

/**
 * Returns the activity of a subject within each window, including the judged order. Amounts are those that were paid or
 * reserved and not refunded, in euro cents. An attempt under way counts as a decline while another one is requested. Once the
 * judged order is paid for, orders of other buyers count only if they were paid or authorized: a stranger who orders to the
 * same address, or from the same network, and never pays must not cause a hold of an honest buyer's money.
 *
 * One statement reads all windows at the same moment, so that the index scan ends where the longest window begins.
 */
export async function readVelocity(
  database: Queryable,
  subject: RiskSubject,
  value: string,
  { stage, ...judged }: JudgedOrder & { readonly stage: RiskStage },
): Promise<Readonly<Record<RiskWindow, Velocity>>> {
  const isPaidFor = stage === 'payment' || stage === 'payout';
  const counts = isPaidFor && SHARED.has(subject) ? sql`not ${isOthersUnpaid(judged)}` : sql`true`;
  const onlyCard = subject === 'card' ? sql`and a.fingerprint = ${value}` : sql``;
  const declines = isPaidFor
    ? sql`status = 'declined'`
    : sql`(status = 'declined' or status in ('submitted', 'requires_action') and is_authorizing)`;
  const rows = await database.many<{ within: RiskWindow } & Record<keyof Velocity, bigint>>(sql`
    with moment as materialized (select slipway_now() as now), seen as (
      select o.id, o.created_at, o.euro_cents, o.buyer_id, o.status = 'authorizing' as is_authorizing,
        o.id = ${judged.orderId} or ${isPaid} as paid
      from orders o
      where ${subjectConditions[subject](value, judged)}
        and o.created_at > (select now from moment) - interval '30 days' and ${counts}
    ), tried as (
      select a.created_at, a.status, a.fingerprint, seen.is_authorizing
      from payment_attempts a join seen on seen.id = a.order_id
      where true ${onlyCard}
    ), held as (
      select r.reserved_at as created_at, r.fingerprint from risk_reservations r join seen on seen.id = r.order_id
      where r.fingerprint <> ''
    )
    select w.within,
      (select count(*) from seen where created_at > w.since)::numeric as orders,
      (select coalesce(sum(euro_cents), 0) from seen where paid and created_at > w.since) as amount,
      (select count(distinct buyer_id) from (
        select buyer_id from seen where created_at > w.since
        union all select ${judged.buyerId}::text) together)::numeric as buyers,
      (select count(*) from tried where created_at > w.since)::numeric as attempts,
      (select count(*) from tried where ${declines} and created_at > w.since)::numeric as declines,
      (select count(distinct fingerprint) from (
        select fingerprint from tried where created_at > w.since
        union all select fingerprint from held where created_at > w.since
        union all select nullif(${judged.cardFingerprint}, '')) together)::numeric as cards
    from (
      select span.within, moment.now - span.long as since from moment,
        (values ('hour', interval '1 hour'), ('day', interval '1 day'), ('month', interval '30 days')) as span(within, long)
    ) w`);
  const isNotCreated = judged.orderId === null;
  return Object.fromEntries(
    rows.map(({ within, ...counted }) => [
      within,
      isNotCreated ? { ...counted, orders: counted.orders + 1n, amount: counted.amount + judged.euroCents } : counted,
    ]),
  ) as Readonly<Record<RiskWindow, Velocity>>;
}

export type RiskStage = 'order' | 'submission' | 'payment' | 'payout' | 'nightly';

/** Stores a decision with its input. */
export async function insertRiskDecision(
  database: Queryable,
  decision: {
    readonly orderId: number | null;
    readonly buyerId: string | null;
    readonly stage: RiskStage;
    readonly outcome: string;
    readonly rule: string;
    readonly facts: unknown;
  },
): Promise<void> {
  const facts = JSON.stringify(decision.facts, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await database.run(sql`
    insert into risk_decisions (order_id, buyer_id, stage, rule, outcome, facts, at)
    values (${decision.orderId}, ${decision.buyerId}, ${decision.stage}, ${decision.rule}, ${decision.outcome}, ${facts},
      slipway_now())`);
}
