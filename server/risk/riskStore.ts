import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { RiskSubject, RiskWindow, Velocity } from './riskRules.ts';

/** Whose limit it is: a buyer, and the card with which an order is paid ('' for none, or not known yet). */
export type Person = { readonly buyerId: string; readonly cardFingerprint: string };

/** Accounts of one person, open or closed: by e-mail address, whichever partner's, and by the verifier's applicant. */
const accountsOf = (buyerId: string) => sql`
  select same.id from buyers own join buyers same on same.email = own.email where own.id = ${buyerId}
  union select same.buyer_id from identity_checks own join identity_checks same on same.applicant_id = own.applicant_id
    where own.buyer_id = ${buyerId}`;

/** Cards that the person has paid with, and the one that is about to be. */
const cardsOf = ({ buyerId, cardFingerprint }: Person) => sql`
  select a.fingerprint from payment_attempts a join orders o on o.id = a.order_id
    where o.buyer_id in (${accountsOf(buyerId)}) and a.fingerprint is not null
  union select ${cardFingerprint} where ${cardFingerprint} <> ''`;

/**
 * Euro cents that a person has paid since a time, or is about to pay by orders that were let through without a document; without
 * one order. Given back and released money does not count. A person is known by e-mail address, applicant and card,
 * whatever accounts were opened or deleted meanwhile.
 */
export async function paidEuroCents(
  database: Queryable,
  person: Person,
  exceptOrderId: number,
  days: number,
): Promise<bigint> {
  const since = sql`(select slipway_now()) - ${days} * interval '1 day'`;
  const { sum } = await database.one<{ sum: bigint }>(sql`
    select coalesce(sum(o.euro_cents), 0) as sum from orders o
    left join identity_reservations r on r.order_id = o.id
    where o.id in (
        select id from orders where buyer_id in (${accountsOf(person.buyerId)}) and created_at > ${since}
        union select order_id from payment_attempts where fingerprint in (${cardsOf(person)}) and created_at > ${since})
      and o.id <> ${exceptOrderId}
      and (o.captured_units + o.received_units > o.refunded_units or (r.order_id is not null and ${isUnderWay}))
      and o.created_at > ${since}`);
  return sum;
}

/** One whose card was declined has nothing under way until the next try is judged; a transfer was judged when it had come. */
const isUnderWay = sql`o.status not in ('voiding', 'cancelled', 'expired', 'failed', 'refunded', 'delivered')
  and (o.status <> 'awaiting_payment' or o.transfer_reference is not null)`;

/** One judgement at a time about the orders of a person, until the transaction ends. */
export async function lockPerson(transaction: Transaction, person: Person): Promise<void> {
  await transaction.run(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('identity limit ' || word, 0) as key from (
        select email as word from buyers where id = ${person.buyerId}
        union select 'applicant ' || applicant_id from identity_checks
          where buyer_id = ${person.buyerId} and applicant_id is not null
        union select 'card ' || fingerprint from (${cardsOf(person)}) cards) words
      order by key) keys`);
}

/** From now on the order is counted; in the transaction that holds {@link lockPerson}. */
export async function reserveIdentity(transaction: Transaction, orderId: number): Promise<void> {
  await transaction.run(sql`
    insert into identity_reservations (order_id, reserved_at) values (${orderId}, slipway_now()) on conflict do nothing`);
}

/** The order that is judged: `orderId` is null while it is not made yet. */
export type JudgedOrder = {
  readonly orderId: number | null;
  readonly buyerId: string | null;
  readonly euroCents: bigint;
};

const ordersOf: Readonly<Record<RiskSubject, (value: string) => Sql>> = {
  buyer: (value) => sql`o.buyer_id = ${value}`,
  address: (value) => sql`o.address = ${value}`,
  ip: (value) => sql`o.client_address <> '' and client_network(o.client_address) = client_network(${value})`,
  card: (value) => sql`o.id in (select order_id from payment_attempts where fingerprint = ${value})`,
};

/**
 * What a subject has done within each window, the judged order included. Amounts are those that were paid and not given
 * back, in euro cents. One statement, whatever is asked of it; its one moment lets the index end where the windows do.
 */
export async function velocitiesOf(
  database: Queryable,
  subject: RiskSubject,
  value: string,
  judged: JudgedOrder,
): Promise<Readonly<Record<RiskWindow, Velocity>>> {
  const onlyCard = subject === 'card' ? sql`and a.fingerprint = ${value}` : sql``;
  const rows = await database.many<{ within: RiskWindow } & Record<keyof Velocity, bigint>>(sql`
    with moment as materialized (select slipway_now() as now), seen as (
      select o.id, o.created_at, o.euro_cents, o.buyer_id,
        o.captured_units + o.received_units > o.refunded_units or o.id = ${judged.orderId} as paid
      from orders o
      where ${ordersOf[subject](value)} and o.created_at > (select now from moment) - interval '30 days'
    ), tried as (
      select a.created_at, a.status, a.fingerprint from payment_attempts a join seen on seen.id = a.order_id
      where true ${onlyCard}
    )
    select w.within,
      (select count(*) from seen where created_at > w.since)::numeric as orders,
      (select coalesce(sum(euro_cents), 0) from seen where paid and created_at > w.since) as amount,
      (select count(distinct buyer_id) from (
        select buyer_id from seen where created_at > w.since
        union all select ${judged.buyerId}::text) together)::numeric as buyers,
      (select count(*) from tried where created_at > w.since)::numeric as attempts,
      (select count(*) from tried where status = 'declined' and created_at > w.since)::numeric as declines,
      (select count(distinct fingerprint) from tried where created_at > w.since)::numeric as cards
    from (
      select span.within, moment.now - span.long as since from moment,
        (values ('hour', interval '1 hour'), ('day', interval '1 day'), ('month', interval '30 days')) as span(within, long)
    ) w`);
  const unmade = judged.orderId === null;
  return Object.fromEntries(
    rows.map(({ within, ...counted }) => [
      within,
      unmade ? { ...counted, orders: counted.orders + 1n, amount: counted.amount + judged.euroCents } : counted,
    ]),
  ) as Readonly<Record<RiskWindow, Velocity>>;
}

export type RiskStage = 'order' | 'submission' | 'payment' | 'payout' | 'nightly';

/** Every judgement is kept with what it was made on. */
export async function recordDecision(
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
