import { createHash } from 'node:crypto';
import type { NameScreeningResult } from '../names/nameScreening.ts';
import { normalizeNameWords } from '../names/normalizeNameWords.ts';
import type { Profile, ProfileOutcome } from './profileStore.ts';
import type { AnsweredField, ReviewQuestion, ReviewStatus } from './reviewStore.ts';

/** The details that a document verifies. */
export type VerifiedDetails = Pick<Profile, 'firstName' | 'lastName' | 'birthDate' | 'citizenship'>;

/** Returns the reviews that are needed before these details are accepted. */
export function listRequiredReviews(
  details: VerifiedDetails,
  name: NameScreeningResult,
  refusedBefore: readonly AnsweredField[],
): ReviewQuestion[] {
  const questions: ReviewQuestion[] = [];
  if (name.isListed) {
    const words = normalizeNameWords(`${details.firstName} ${details.lastName}`).toSorted();
    questions.push({ reason: 'name_listed', subject: hashParts([name.entry, ...words]), facts: { ...name } });
  }
  // A name that is still listed has its own review.
  const changed = refusedBefore.filter((field) => field !== 'name' || !name.isListed);
  if (changed.length > 0)
    questions.push({
      reason: 'answer_changed',
      subject: hashParts(changed.flatMap((field) => [field, ...answersByField[field](details)])),
      facts: { fields: changed },
    });
  return questions;
}

const answersByField: Readonly<Record<AnsweredField, (details: VerifiedDetails) => readonly string[]>> = {
  name: ({ firstName, lastName }) => [firstName, lastName],
  birthDate: ({ birthDate }) => [birthDate],
  citizenship: ({ citizenship }) => [citizenship],
};

/** Returns the outcome of the reviews so far. */
export function combineReviewOutcomes(statuses: readonly ReviewStatus[]): ProfileOutcome {
  if (statuses.includes('refused')) return 'refused';
  return statuses.includes('open') ? 'under_review' : 'approved';
}

export function hashParts(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
