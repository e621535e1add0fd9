import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { type ChainedTable, type ChainLink, EMPTY_CHAIN_HEAD } from '../record/rowChain.ts';
import type { Release } from './releases.ts';

const BATCH = 1_000;

/** Returns the table of releases, to which the signer's role can only append. */
export function createReleaseTable(database: Queryable): ChainedTable<Release> {
  return {
    async *after(number) {
      for (let after = number; ; ) {
        const releases = await database.many<Release>(sql`
          select number, name, claims, content, released_at, mac
          from signer_releases where number > ${after} order by number limit ${BATCH}`);
        const last = releases.at(-1);
        if (!last) return;
        yield releases;
        after = last.number;
      }
    },
    async insert({ number, name, claims, content, releasedAt, mac }) {
      const inserted = await database.run(sql`
        insert into signer_releases (number, kind, name, claims, content, released_at, mac)
        select ${number}::bigint, ${content.kind}, ${name}, ${[...claims]}::text[], ${JSON.stringify(content)}::jsonb,
          ${releasedAt}::timestamptz, ${mac}::bytea
        where ${number}::bigint = 1 or exists (select 1 from signer_releases where number = ${number}::bigint - 1)
        on conflict (number) do nothing`);
      return inserted === 1;
    },
    newest: async () =>
      (await database.maybeOne<ChainLink>(sql`
        select number, mac from signer_releases order by number desc limit 1`)) ?? EMPTY_CHAIN_HEAD,
  };
}

export type RefundRow = {
  readonly id: string;
  /** The receipt that is paid back, according to the worker's tables. */
  readonly receiptId: string;
  readonly orderNo: string | null;
  readonly currency: string;
  readonly units: bigint;
  readonly isFrozen: boolean;
};

/** Returns refunds by bank from the worker's tables. */
export async function findRefundRows(database: Queryable, ids: readonly string[]): Promise<readonly RefundRow[]> {
  return database.many<RefundRow>(sql`
    select r.id, r.payment_id as receipt_id, o.order_no, r.currency, r.units, coalesce(o.frozen, false) as is_frozen
    from refunds r left join orders o on o.id = r.order_id where r.id = any (${[...ids]}) and r.channel = 'bank'`);
}

export type WithdrawalRow = {
  readonly id: number;
  readonly requestId: number;
  readonly status: string;
};

/** Returns a withdrawal from the worker's tables. */
export async function findWithdrawalRow(database: Queryable, id: number): Promise<WithdrawalRow | undefined> {
  return database.maybeOne<WithdrawalRow>(sql`
    select id, request_id, status from withdrawals where id = ${id}`);
}
