import type { CallInput } from '@slipway/contract/calls.ts';
import { MAXIMUM_AGE_YEARS } from '@slipway/contract/entities/buyer/age.ts';
import parsePhoneNumber from 'libphonenumber-js';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Session } from '../../platform/http/handlers.ts';
import { findCountry } from '../../region/countries.ts';
import { type Buyer, lockOpenBuyer, setKycLevel } from '../buyerStore.ts';
import { findFixedLevel, readVerifiedLevel } from '../identityLevels/fixedLevelStore.ts';
import type { NameScreening, NameScreeningResult } from '../names/nameScreening.ts';
import { addPersonMarks } from '../personStore.ts';
import { judgeAge } from './age.ts';
import { combineReviewOutcomes, listRequiredReviews, type VerifiedDetails } from './detailReviews.ts';
import { findProfile, type ProfileOutcome, saveProfile } from './profileStore.ts';
import { ensureReview, listRefusedFields, recordRefusedAnswer, withdrawReviews } from './reviewStore.ts';

export type DetailsContext = {
  readonly database: Database;
  readonly rules: Rules;
  readonly nameScreening: NameScreening;
  readonly isServedCitizenship: (country: string) => boolean;
};

/**
 * Checks age, citizenship and name, stores the details, and returns their outcome and the account's new level. Throws if
 * a value may be a typing mistake, so that the buyer can correct it; if the buyer is too young, which is recorded as a
 * refused answer; or if the name, birth date or citizenship differs from what a document has verified.
 */
export async function addDetails(
  context: DetailsContext,
  input: CallInput<'addKyc'>,
  { buyerId }: Session,
): Promise<{ outcome: ProfileOutcome; level: number }> {
  const phone = parsePhoneNumber(input.phone);
  // A number with an extension is refused: without the extension it would be another number.
  if (!phone?.isValid() || phone.ext !== undefined) throw new AppError('phone_invalid');
  if (!findCountry(input.citizenship))
    throw new AppError('malformed', { field: 'citizenship', problem: 'is not a country' });
  await requireServedAge(context, input.birthDate, buyerId);
  return context.database.repeatableTransaction(async (transaction) => {
    const buyer = await lockOpenBuyer(transaction, buyerId);
    if (!buyer) throw new AppError('invalid_auth_token');
    const former = await findProfile(transaction, buyerId);
    if (former && hasChangedVerifiedFields(former, input) && (await areDetailsVerified(transaction, buyer)))
      throw new AppError('details_verified');
    const name = context.nameScreening.judge(input.firstName, input.lastName);
    const outcome = await screenDetails(context, transaction, { input, name, buyerId });
    const isRenamed = former !== undefined && NAME_FIELDS.some((field) => former[field] !== input[field]);
    await saveProfile(transaction, buyerId, { ...input, phone: phone.number, outcome }, name, isRenamed);
    await addPersonMarks(transaction, buyerId, { details: { ...input, phone: phone.number } });
    // A document accepted before any details were given was compared with nothing, so it is requested again.
    const provedLevel = former ? buyer.kycLevel : Math.min(1, buyer.kycLevel);
    const level = outcome === 'approved' ? Math.max(1, provedLevel) : 0;
    return { outcome, level: await setKycLevel(transaction, buyerId, level) };
  });
}

/**
 * Returns whether a document has verified the details. A lower level that two people have set does not change that: when it
 * ends, the document counts again without another comparison.
 */
async function areDetailsVerified(transaction: Transaction, { id, kycLevel }: Buyer): Promise<boolean> {
  if (kycLevel >= 2) return true;
  return (await findFixedLevel(transaction, id)) !== undefined && (await readVerifiedLevel(transaction, id)) >= 2;
}

async function requireServedAge({ database, rules }: DetailsContext, birthDate: string, buyerId: string) {
  const age = judgeAge(await database.now(), birthDate, rules.minimumAge);
  if (age === 'too_old')
    throw new AppError('malformed', { field: 'birthDate', problem: `is more than ${MAXIMUM_AGE_YEARS} years ago` });
  if (age === 'in_future') throw new AppError('malformed', { field: 'birthDate', problem: 'is after today' });
  if (age === 'served') return;
  await recordRefusedAnswer(database, buyerId, 'birthDate');
  throw new AppError('too_young', { years: rules.minimumAge });
}

/**
 * Returns the outcome for the details. Records refused answers, opens the reviews that the details need, and withdraws the
 * others: a changed answer after a refusal, and a listed name, are never approved automatically.
 */
async function screenDetails(
  { isServedCitizenship }: DetailsContext,
  transaction: Transaction,
  details: { readonly input: VerifiedDetails; readonly name: NameScreeningResult; readonly buyerId: string },
): Promise<ProfileOutcome> {
  const { input, name, buyerId } = details;
  const isServed = isServedCitizenship(input.citizenship);
  if (!isServed) await recordRefusedAnswer(transaction, buyerId, 'citizenship');
  if (name.isListed) await recordRefusedAnswer(transaction, buyerId, 'name');
  const questions = isServed ? listRequiredReviews(input, name, await listRefusedFields(transaction, buyerId)) : [];
  const reviews = [];
  for (const question of questions) reviews.push(await ensureReview(transaction, buyerId, question));
  await withdrawReviews(
    transaction,
    buyerId,
    reviews.map(({ id }) => id),
  );
  return isServed ? combineReviewOutcomes(reviews.map(({ status }) => status)) : 'refused';
}

const NAME_FIELDS = ['firstName', 'lastName'] as const;
const VERIFIED_FIELDS = [...NAME_FIELDS, 'birthDate', 'citizenship'] as const;

function hasChangedVerifiedFields(former: VerifiedDetails, details: VerifiedDetails): boolean {
  return VERIFIED_FIELDS.some((field) => former[field] !== details[field]);
}
