import type { Amount } from '@slipway/money/amount.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { findProfile } from '../../account/details/profileStore.ts';
import { selectCurrentLevel } from '../../account/identityLevels/fixedLevelStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findIdentityCheck } from '../../purchase/identity/identityStore.ts';
import { decryptCreditors, type StoredCreditor } from '../../purchase/refund/creditorStore.ts';

// The queries select no secrets: no client secret, no confirmation token, no signed bytes.

export type ShownBuyer = {
  readonly id: string;
  readonly email: string;
  readonly level: number;
  readonly name: string | null;
  readonly closedAt: Date | null;
  readonly verifierReference: string;
  readonly identity: string | null;
  readonly identityProvider: string | null;
  readonly applicant: string | null;
  readonly identityMessage: string | null;
  readonly identityAt: Date | null;
};

export async function findShownBuyer(database: Queryable, buyerId: string): Promise<ShownBuyer | undefined> {
  const [buyer, profile, check] = await Promise.all([
    database.maybeOne<Omit<ShownBuyer, 'name' | 'identityMessage'>>(sql`
      select b.id, b.email, ${selectCurrentLevel(sql`b`)} as level, b.closed_at,
        b.verifier_reference, i.status as identity, i.provider as identity_provider,
        i.applicant_id as applicant, i.updated_at as identity_at
      from buyers b left join identity_checks i on i.buyer_id = b.id where b.id = ${buyerId}`),
    findProfile(database, buyerId),
    findIdentityCheck(database, buyerId),
  ]);
  if (!buyer) return undefined;
  const { id, email, level, identityAt, ...rest } = buyer;
  const name = profile ? `${profile.firstName} ${profile.lastName}` : null;
  return { id, email, level, name, ...rest, identityMessage: check?.message ?? null, identityAt };
}

export type ShownAttempt = {
  readonly id: string;
  readonly status: string;
  readonly payment: string | null;
  readonly refusal: string | null;
  readonly card: string | null;
  readonly cardCountry: string | null;
  readonly savedCard: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export async function findShownAttempts(database: Queryable, orderId: number): Promise<ShownAttempt[]> {
  return database.many<ShownAttempt>(sql`
    select id, status, payment_id as payment, refusal, brand || ' ' || last4 as card, card_country,
      saved_card_id is not null as saved_card, created_at as "createdAt", updated_at
    from payment_attempts where order_id = ${orderId} order by created_at, id`);
}

export type ShownConversion = {
  readonly part: number;
  readonly clientOrderId: string;
  readonly venue: string;
  readonly market: string;
  readonly status: string;
  readonly asked: string;
  readonly limit: string;
  readonly filled: string;
  readonly cost: string;
  readonly fees: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The exchange's fees as stored. A decimal is stored as its digits and the number of digits after the point. */
type StoredFees = readonly {
  readonly currency: string;
  readonly amount: { readonly coefficient: string; readonly scale: number };
}[];

export async function findShownConversions(database: Queryable, orderId: number): Promise<ShownConversion[]> {
  const rows = await database.many<Omit<ShownConversion, 'fees'> & { readonly fees: StoredFees }>(sql`
    select part, client_order_id, venue, base || '/' || quote as market, status,
      base_amount as asked, limit_price as "limit", filled_base as filled, cost, fees, created_at as "createdAt",
      updated_at
    from conversions where order_id = ${orderId} order by part`);
  return rows.map(({ fees, ...plain }) => ({
    ...plain,
    fees: fees
      .map(({ currency, amount: { coefficient, scale } }) => {
        return `${formatDecimal({ coefficient: BigInt(coefficient), scale })} ${currency}`;
      })
      .join(', '),
  }));
}

export type ShownRefund = {
  readonly id: string;
  readonly status: string;
  readonly purpose: string;
  readonly channel: string;
  readonly amount: Amount;
  readonly payment: string;
  readonly acquirerRefund: string | null;
  readonly creditor: string | null;
  readonly account: string | null;
  readonly file: string | null;
  readonly fileSentAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

type RefundRow = Omit<ShownRefund, 'amount' | 'creditor' | 'account'> &
  StoredCreditor & {
    readonly units: bigint;
    readonly asset: string;
    readonly currency: string;
    readonly decimals: number;
  };

/** Returns the order's refunds, including those made in the acquirer's dashboard. */
export async function findShownRefunds(database: Queryable, orderId: number): Promise<ShownRefund[]> {
  const rows = await database.many<RefundRow>(sql`
    select refunds.id, refunds.status, refunds.purpose, refunds.channel, refunds.units, refunds.asset, refunds.currency, refunds.decimals, refunds.payment_id as payment,
      refunds.acquirer_refund_id as acquirer_refund, refunds.sealed, refunds.batch_id as file, b.sent_at as file_sent_at, refunds.created_at as "createdAt", refunds.updated_at
    from refunds left join transfer_batches b on b.id = refunds.batch_id
    where refunds.order_id = ${orderId}
    union all
    select e.acquirer_refund_id, case when e.failed_at is null then 'settled' else 'failed' end, 'by hand', 'acquirer', e.units, o.pay_asset, o.pay_currency, o.pay_decimals,
      e.payment_id, e.acquirer_refund_id, null, null, null, e.reported_at, coalesce(e.failed_at, e.reported_at)
    from external_refunds e join orders o on o.id = e.order_id where e.order_id = ${orderId}
    order by "createdAt", id`);
  const creditors = await decryptCreditors(database, rows);
  return rows.map(({ units, asset, currency, decimals, sealed: _sealed, ...plain }, at) => ({
    ...plain,
    creditor: creditors[at]?.name || null,
    account: creditors[at]?.account || null,
    amount: createAmount({ id: asset, code: currency, decimals }, units),
  }));
}

export type ShownRiskDecision = {
  readonly at: Date;
  readonly stage: string;
  readonly outcome: string;
  readonly rule: string;
  /** The editions of the sanctions lists on which the decision was based. */
  readonly lists: string | null;
};

export async function findShownRiskDecisions(database: Queryable, orderId: number): Promise<ShownRiskDecision[]> {
  return database.many<ShownRiskDecision>(sql`
    select at, stage, outcome, rule,
      (select string_agg(edition ->> 'source' || ' ' || (edition ->> 'version') || ' ' || left(edition ->> 'hash', 12), ', ')
        from jsonb_array_elements(facts -> 'screening' -> 'editions') as edition) as lists
    from risk_decisions where order_id = ${orderId} order by id`);
}

export type ShownAlert = {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly settledBy: string | null;
  readonly settledAt: Date | null;
  readonly facts: Readonly<Record<string, unknown>>;
};

export async function findShownAlerts(database: Queryable, orderId: number): Promise<ShownAlert[]> {
  return database.many<ShownAlert>(sql`
    select id, created_at as at, kind, settled_by, settled_at, facts
    from operator_alerts where order_id = ${orderId} order by id`);
}
