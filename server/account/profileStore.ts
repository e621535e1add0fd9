import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { PlainRows } from '../platform/personal/plainRows.ts';
import { sealedRows } from '../platform/personal/sealedRows.ts';
import type { NameVerdict } from './names/nameScreening.ts';

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

/** What is sealed of a profile: all that the buyer has said. */
export type Details = Omit<Profile, 'outcome'>;

const rows = sealedRows<Details>('kyc_profiles');

const PLAIN = sql`json_build_object('firstName', first_name, 'lastName', last_name,
  'birthDate', to_char(birth_date, 'YYYY-MM-DD'), 'citizenship', citizenship, 'city', city, 'purpose', purpose, 'phone', phone)`;

type ProfileRow = {
  readonly buyerId: string;
  readonly plain: Details;
  readonly sealed: Buffer | null;
  readonly outcome: ProfileOutcome;
};

export async function findProfile(database: Queryable, buyerId: string): Promise<Profile | undefined> {
  return (await findProfiles(database, [buyerId])).get(buyerId);
}

/** By the buyer's id, of those that have one. */
export async function findProfiles(
  database: Queryable,
  buyerIds: readonly string[],
): Promise<ReadonlyMap<string, Profile>> {
  if (buyerIds.length === 0) return new Map();
  const found = await database.many<ProfileRow>(sql`
    select buyer_id as "buyerId", ${PLAIN} as plain, sealed, outcome from kyc_profiles
    where buyer_id = any(${[...buyerIds]})`);
  const details = await rows.openAll(
    database,
    found.map(({ buyerId, ...row }) => ({ row: buyerId, ...row })),
  );
  return new Map(
    found.flatMap(({ buyerId, outcome }, at) => {
      const said = details[at];
      return said === undefined ? [] : [[buyerId, { ...said, outcome }]];
    }),
  );
}

/** `isRenamed`: the name is another one than the profile had. */
export async function saveProfile(
  database: Queryable,
  buyerId: string,
  { outcome, ...said }: Profile,
  name: NameVerdict,
  isRenamed = false,
): Promise<void> {
  const { firstName, lastName, birthDate, citizenship, city, purpose, phone } = said;
  const details = { firstName, lastName, birthDate, citizenship, city, purpose, phone };
  const sealed = await rows.seal(database, buyerId, `buyer:${buyerId}`, details);
  await database.run(sql`
    insert into kyc_profiles (buyer_id, sealed, outcome, screening, created_at, updated_at)
    values (${buyerId}, ${sealed}, ${outcome}, ${JSON.stringify(name)}, slipway_now(), slipway_now())
    on conflict (buyer_id) do update set sealed = excluded.sealed, ${EMPTY}, outcome = excluded.outcome,
      screening = excluded.screening, updated_at = excluded.updated_at,
      name_changed_at = case when ${isRenamed} then excluded.updated_at else kyc_profiles.name_changed_at end`);
}

const EMPTY = sql`first_name = null, last_name = null, birth_date = null, citizenship = null, city = null, purpose = null,
  phone = null`;

export const plainProfiles: PlainRows = {
  table: 'kyc_profiles',
  async sealSome(transaction, limit) {
    const plain = await transaction.many<Omit<ProfileRow, 'outcome' | 'sealed'>>(sql`
      select buyer_id as "buyerId", ${PLAIN} as plain from kyc_profiles
      where first_name is not null limit ${limit} for update skip locked`);
    for (const { buyerId, plain: details } of plain) {
      const sealed = await rows.seal(transaction, buyerId, `buyer:${buyerId}`, details);
      await transaction.run(sql`update kyc_profiles set sealed = ${sealed}, ${EMPTY} where buyer_id = ${buyerId}`);
    }
    return plain.length;
  },
};

/** Whether the buyer has replaced the name that they had typed, at or after a time. */
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
