import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BrowserAndSystem } from '../sessions/parseUserAgent.ts';
import type { VerifiedChallenge } from './passkeyChallenge.ts';
import type { StoredPasskey } from './verifyPasskey.ts';

export type Passkey = StoredPasskey & { readonly buyerId: string };

/** Stores a passkey. Returns false if a credential with this id exists. */
export async function insertPasskey(transaction: Transaction, passkey: Passkey & BrowserAndSystem): Promise<boolean> {
  const made = await transaction.maybeOne(sql`
    insert into passkeys (id, buyer_id, public_key, counter, transports, browser, system, created_at)
    values (${passkey.id}, ${passkey.buyerId}, ${passkey.publicKey}, ${passkey.counter}, ${[...passkey.transports]},
      ${passkey.browser}, ${passkey.system}, slipway_now())
    on conflict do nothing returning id`);
  return made !== undefined;
}

/** Locks the passkey, so that of two answers with the same counter only the first counts. */
export async function lockPasskey(transaction: Transaction, id: string): Promise<Passkey | undefined> {
  return transaction.maybeOne<Passkey>(sql`
    select id, buyer_id, public_key, counter::int as counter, transports
    from passkeys where id = ${id} for update`);
}

/** Stores the counter, and the present time as that of the last use. */
export async function updatePasskeyCounter(transaction: Transaction, id: string, counter: number): Promise<void> {
  await transaction.run(sql`update passkeys set counter = ${counter}, last_used_at = slipway_now() where id = ${id}`);
}

export type ListedPasskey = BrowserAndSystem & {
  readonly id: string;
  readonly transports: readonly string[];
  /** The passkey's public id. */
  readonly passkeyId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Returns the buyer's passkeys, newest first. */
export async function listPasskeys(database: Queryable, buyerId: string): Promise<ListedPasskey[]> {
  return database.many<ListedPasskey>(sql`
    select id, transports, public_id as passkey_id, browser, system, created_at, last_used_at
    from passkeys where buyer_id = ${buyerId} order by created_at desc, id`);
}

export async function deletePasskey(database: Queryable, buyerId: string, publicId: string): Promise<void> {
  await database.run(sql`delete from passkeys where buyer_id = ${buyerId} and public_id = ${publicId}::uuid`);
}

/** Marks a challenge as answered. Returns false if it was answered before. */
export async function markChallengeAnswered(
  transaction: Transaction,
  { hash, endsAt }: VerifiedChallenge,
): Promise<boolean> {
  const taken = await transaction.maybeOne(sql`
    insert into answered_challenges (challenge_hash, expires_at) values (${hash}, ${endsAt})
    on conflict do nothing returning challenge_hash`);
  return taken !== undefined;
}

/** Deletes expired challenges. Run periodically by the worker. */
export async function deleteOldChallenges(database: Queryable): Promise<void> {
  await database.run(sql`delete from answered_challenges where expires_at < (select slipway_now())`);
}
