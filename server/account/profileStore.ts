import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
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

export async function findProfile(database: Queryable, buyerId: string): Promise<Profile | undefined> {
  return database.maybeOne<Profile>(sql`
    select first_name as "firstName", last_name as "lastName", to_char(birth_date, 'YYYY-MM-DD') as "birthDate",
      citizenship, city, purpose, phone, outcome
    from kyc_profiles where buyer_id = ${buyerId}`);
}

export async function saveProfile(
  database: Queryable,
  buyerId: string,
  profile: Profile,
  name: NameVerdict,
): Promise<void> {
  await database.run(sql`
    insert into kyc_profiles (buyer_id, first_name, last_name, birth_date, citizenship, city, purpose, phone, outcome, screening, created_at, updated_at)
    values (${buyerId}, ${profile.firstName}, ${profile.lastName}, ${profile.birthDate}, ${profile.citizenship}, ${profile.city},
      ${profile.purpose}, ${profile.phone}, ${profile.outcome}, ${JSON.stringify(name)}, slipway_now(), slipway_now())
    on conflict (buyer_id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
      birth_date = excluded.birth_date, citizenship = excluded.citizenship, city = excluded.city, purpose = excluded.purpose,
      phone = excluded.phone, outcome = excluded.outcome, screening = excluded.screening, updated_at = excluded.updated_at`);
}

export async function setProfileOutcome(database: Queryable, buyerId: string, outcome: ProfileOutcome): Promise<void> {
  await database.run(sql`
    update kyc_profiles set outcome = ${outcome}, updated_at = slipway_now() where buyer_id = ${buyerId}`);
}
