import type { CallInput } from '@slipway/contract/calls.ts';
import parsePhoneNumber from 'libphonenumber-js';
import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import type { Session } from '../platform/http/handlers.ts';
import { findCountry } from '../region/countries.ts';
import { judgeAge } from './age.ts';
import { setKycLevel } from './buyerStore.ts';
import type { NameScreening } from './names/nameScreening.ts';
import { type Profile, type ProfileOutcome, saveProfile } from './profileStore.ts';

export type DetailsContext = {
  readonly database: Database;
  readonly rules: Rules;
  readonly nameScreening: NameScreening;
  readonly isServedCitizenship: (country: string) => boolean;
};

/** Stores the details and judges them: age, citizenship, name. What a typing mistake may explain is refused on the form. */
export async function addDetails(
  context: DetailsContext,
  input: CallInput<'addKyc'>,
  session: Session,
): Promise<{ outcome: ProfileOutcome; level: number }> {
  const phone = parsePhoneNumber(input.phone);
  if (!phone?.isValid()) throw new AppError('phone_invalid');
  const age = judgeAge(await context.database.now(), input.birthDate, context.rules.minimumAge);
  if (age === 'too_young') throw new AppError('too_young', { years: context.rules.minimumAge });
  if (age === 'too_old')
    throw new AppError('malformed', { field: 'birthDate', problem: 'is longer ago than anybody has lived' });
  if (!findCountry(input.citizenship))
    throw new AppError('malformed', { field: 'citizenship', problem: 'is not a country' });

  const outcome = judge(context, input);
  const profile: Profile = { ...input, phone: phone.number, outcome };
  const level = outcome === 'approved' ? Math.max(1, session.kycLevel) : 0;
  await context.database.transaction(async (transaction) => {
    await saveProfile(transaction, session.buyerId, profile);
    await setKycLevel(transaction, session.buyerId, level);
  });
  return { outcome, level };
}

function judge({ nameScreening, isServedCitizenship }: DetailsContext, input: CallInput<'addKyc'>): ProfileOutcome {
  if (!isServedCitizenship(input.citizenship)) return 'refused';
  return nameScreening.judge(input.firstName, input.lastName).isListed ? 'under_review' : 'approved';
}
