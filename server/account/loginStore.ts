import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export type LoginCode = {
  readonly id: number;
  readonly codeHash: Buffer;
  readonly salt: Buffer;
  readonly triesLeft: number;
  readonly expired: boolean;
};

/** When codes were sent to an address: for the limits on sending. */
export async function codesSent(
  database: Queryable,
  email: string,
): Promise<{ readonly secondsSinceLast: number | null; readonly lastHour: number; readonly lastDay: number }> {
  return database.one(sql`
    select extract(epoch from slipway_now() - max(created_at))::double precision as "secondsSinceLast",
      count(*) filter (where created_at > slipway_now() - interval '1 hour')::int as "lastHour",
      count(*)::int as "lastDay"
    from login_codes where email = ${email} and created_at > slipway_now() - interval '1 day'`);
}

export async function insertCode(
  transaction: Transaction,
  code: {
    readonly email: string;
    readonly codeHash: Buffer;
    readonly salt: Buffer;
    readonly requestHash: Buffer;
    readonly tries: number;
    readonly lifetimeSeconds: number;
  },
): Promise<void> {
  await transaction.run(sql`
    insert into login_codes (email, code_hash, salt, request_hash, tries_left, created_at, expires_at)
    values (${code.email}, ${code.codeHash}, ${code.salt}, ${code.requestHash}, ${code.tries}, slipway_now(),
      slipway_now() + ${code.lifetimeSeconds} * interval '1 second')`);
}

/** The newest code of this address that this browser asked for, locked. */
export async function takeCode(
  transaction: Transaction,
  email: string,
  requestHash: Buffer,
): Promise<LoginCode | undefined> {
  return transaction.maybeOne<LoginCode>(sql`
    select id, code_hash as "codeHash", salt, tries_left as "triesLeft", expires_at <= slipway_now() as expired
    from login_codes where email = ${email} and request_hash = ${requestHash} and used_at is null
    order by created_at desc, id desc limit 1 for update`);
}

export async function countTry(transaction: Transaction, id: number): Promise<void> {
  await transaction.run(sql`update login_codes set tries_left = tries_left - 1 where id = ${id}`);
}

/** A code opens one session; every other code of the address is void with it. */
export async function useCodes(transaction: Transaction, email: string): Promise<void> {
  await transaction.run(sql`update login_codes set used_at = slipway_now() where email = ${email} and used_at is null`);
}
