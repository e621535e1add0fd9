import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { SignOnAccount } from '../../platform/persons/personRegistry.ts';

/** A sign-on in progress. `person` is set if it links an account, and null for a login. */
export type PendingSignOn = { readonly person: string | null; readonly returnTo: string; readonly startedAt: Date };

/** Time to log in at the identity provider, and to sign the link afterwards. */
const LONGEST_MINUTES = 10;

export async function insertSignOn(
  database: Queryable,
  { secretHash, person, returnTo }: { readonly secretHash: Buffer } & Omit<PendingSignOn, 'startedAt'>,
): Promise<void> {
  await database.run(sql`
    insert into console_sign_ons (secret_hash, person, return_to, started_at)
    values (${secretHash}, ${person}, ${returnTo}, slipway_now())`);
}

/** Marks a sign-on as answered and returns it. Undefined if there is none, or it has expired or been answered before. */
export async function markSignOnAnswered(database: Queryable, secretHash: Buffer): Promise<PendingSignOn | undefined> {
  return database.maybeOne<PendingSignOn>(sql`
    update console_sign_ons set answered_at = slipway_now()
    where secret_hash = ${secretHash} and answered_at is null
      and started_at > slipway_now() - make_interval(mins => ${LONGEST_MINUTES})
    returning person, return_to, started_at`);
}

/** Records the account that the identity provider has confirmed for the person who links it. */
export async function recordProvedAccount(
  database: Queryable,
  secretHash: Buffer,
  { issuer, subject }: SignOnAccount,
): Promise<void> {
  await database.run(sql`
    update console_sign_ons set issuer = ${issuer}, subject = ${subject} where secret_hash = ${secretHash}`);
}

/** Returns the account that the identity provider has recently confirmed for this person in this browser. */
export async function findProvedAccount(
  database: Queryable,
  secretHash: Buffer,
  person: string,
): Promise<SignOnAccount | undefined> {
  return database.maybeOne<SignOnAccount>(sql`
    select issuer, subject from console_sign_ons
    where secret_hash = ${secretHash} and person = ${person} and issuer is not null
      and started_at > slipway_now() - make_interval(mins => ${LONGEST_MINUTES})`);
}

/** Deletes expired sign-ons. */
export async function deleteOldSignOns(database: Queryable): Promise<void> {
  await database.run(
    sql`delete from console_sign_ons where started_at < (select slipway_now()) - make_interval(mins => ${LONGEST_MINUTES})`,
  );
}
