import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { DeviceWords } from '../deviceWords.ts';
import type { FoundChallenge } from './challenge.ts';

export type Passkey = {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly buyerId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** False where a credential of this id is there already. */
export async function insertPasskey(transaction: Transaction, passkey: Passkey & DeviceWords): Promise<boolean> {
  const made = await transaction.maybeOne(sql`
    insert into passkeys (id, buyer_id, public_key, counter, transports, browser, system, created_at)
    values (${passkey.id}, ${passkey.buyerId}, ${passkey.publicKey}, ${passkey.counter}, ${[...passkey.transports]},
      ${passkey.browser}, ${passkey.system}, slipway_now())
    on conflict do nothing returning id`);
  return made !== undefined;
}

/** Locked: of two answers with one counter only the first counts. */
export async function lockPasskey(transaction: Transaction, id: string): Promise<Passkey | undefined> {
  return transaction.maybeOne<Passkey>(sql`
    select id, buyer_id as "buyerId", public_key as "publicKey", counter::int as counter, transports
    from passkeys where id = ${id} for update`);
}

export async function usePasskey(transaction: Transaction, id: string, counter: number): Promise<void> {
  await transaction.run(sql`update passkeys set counter = ${counter}, last_used_at = slipway_now() where id = ${id}`);
}

export type ListedPasskey = DeviceWords & {
  readonly id: string;
  readonly transports: readonly string[];
  /** Its public id. */
  readonly passkeyId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Newest first. */
export async function listPasskeys(database: Queryable, buyerId: string): Promise<ListedPasskey[]> {
  return database.many<ListedPasskey>(sql`
    select id, transports, public_id as "passkeyId", browser, system, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where buyer_id = ${buyerId} order by created_at desc, id`);
}

export async function deletePasskey(database: Queryable, buyerId: string, publicId: string): Promise<void> {
  await database.run(sql`delete from passkeys where buyer_id = ${buyerId} and public_id = ${publicId}::uuid`);
}

/** False where it was answered before. */
export async function takeChallenge(transaction: Transaction, { hash, endsAt }: FoundChallenge): Promise<boolean> {
  const taken = await transaction.maybeOne(sql`
    insert into answered_challenges (challenge_hash, expires_at) values (${hash}, ${endsAt})
    on conflict do nothing returning challenge_hash`);
  return taken !== undefined;
}

/** For a worker to repeat. */
export async function sweepChallenges(database: Queryable): Promise<void> {
  await database.run(sql`delete from answered_challenges where expires_at < (select slipway_now())`);
}
