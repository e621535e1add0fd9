import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { sealedRows } from '../../platform/personal/sealedRows.ts';
import type { NameScreeningResult } from '../names/nameScreening.ts';

export type ProfileOutcome = 'approved' | 'refused' | 'under_review';

export type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  /** ISO date. */
  readonly birthDate: string;
  readonly citizenship: string;
  readonly city: string;
  readonly purpose: string;
  /** E.164. */
  readonly phone: string;
  readonly outcome: ProfileOutcome;
};

/** The encrypted part of a profile: all that the buyer has entered. */
export type Details = Omit<Profile, 'outcome'>;

const rows = sealedRows<Details>('kyc_profiles');

type ProfileRow = {
  readonly buyerId: string;
  readonly sealed: Buffer;
  readonly outcome: ProfileOutcome;
};

export async function findProfile(database: Queryable, buyerId: string): Promise<Profile | undefined> {
  return (await findProfiles(database, [buyerId])).get(buyerId);
}

/** Returns profiles by buyer id, for buyers that have one. */
export async function findProfiles(
  database: Queryable,
  buyerIds: readonly string[],
): Promise<ReadonlyMap<string, Profile>> {
  if (buyerIds.length === 0) return new Map();
  const found = await database.many<ProfileRow>(sql`
    select buyer_id, sealed, outcome from kyc_profiles
    where buyer_id = any(${[...buyerIds]})`);
  const details = await rows.openAll(
    database,
    found.map(({ buyerId, sealed }) => ({ row: buyerId, sealed })),
  );
  return new Map(
    found.flatMap(({ buyerId, outcome }, at) => {
      const buyerDetails = details[at];
      return buyerDetails === undefined ? [] : [[buyerId, { ...buyerDetails, outcome }]];
    }),
  );
}

/** Saves the profile. `isRenamed`: its name differs from the previous one. */
export async function saveProfile(
  database: Queryable,
  buyerId: string,
  { outcome, ...profileFields }: Profile,
  name: NameScreeningResult,
  isRenamed = false,
): Promise<void> {
  const { firstName, lastName, birthDate, citizenship, city, purpose, phone } = profileFields;
  const details = { firstName, lastName, birthDate, citizenship, city, purpose, phone };
  const sealed = await rows.seal(database, buyerId, `buyer:${buyerId}`, details);
  await database.run(sql`
    insert into kyc_profiles (buyer_id, sealed, outcome, screening, created_at, updated_at)
    values (${buyerId}, ${sealed}, ${outcome}, ${JSON.stringify(name)}, slipway_now(), slipway_now())
    on conflict (buyer_id) do update set sealed = excluded.sealed, outcome = excluded.outcome,
      screening = excluded.screening, updated_at = excluded.updated_at,
      name_changed_at = case when ${isRenamed} then excluded.updated_at else kyc_profiles.name_changed_at end`);
}

/** Returns whether the buyer has replaced the name at or after a time. */
export async function isRenamedSince(database: Queryable, buyerId: string, since: Date): Promise<boolean> {
  const renamed = await database.maybeOne(
    sql`select 1 as renamed from kyc_profiles where buyer_id = ${buyerId} and name_changed_at >= ${since}`,
  );
  return renamed !== undefined;
}

export async function setProfileOutcome(database: Queryable, buyerId: string, outcome: ProfileOutcome): Promise<void> {
  await database.run(sql`
    update kyc_profiles set outcome = ${outcome}, updated_at = slipway_now() where buyer_id = ${buyerId}`);
}
