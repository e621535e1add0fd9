import { createHash } from 'node:crypto';
import type { NameVerdict } from './names/nameScreening.ts';
import { nameWords } from './names/nameWords.ts';
import type { Profile, ProfileOutcome } from './profileStore.ts';
import type { AnsweredField, ReviewQuestion, ReviewStatus } from './reviewStore.ts';

/** What a document proves of a person. */
export type VerifiedDetails = Pick<Profile, 'firstName' | 'lastName' | 'birthDate' | 'citizenship'>;

/** What a person has to look at before these details are served. */
export function questionsAbout(
  details: VerifiedDetails,
  name: NameVerdict,
  refusedBefore: readonly AnsweredField[],
): ReviewQuestion[] {
  const questions: ReviewQuestion[] = [];
  if (name.isListed) {
    const words = nameWords(`${details.firstName} ${details.lastName}`).toSorted();
    questions.push({ reason: 'name_listed', subject: digestOf([name.entry, ...words]), facts: { ...name } });
  }
  // A name that is still listed is a question of its own.
  const changed = refusedBefore.filter((field) => field !== 'name' || !name.isListed);
  if (changed.length > 0)
    questions.push({
      reason: 'answer_changed',
      subject: digestOf(changed.flatMap((field) => [field, ...answerTo[field](details)])),
      facts: { fields: changed },
    });
  return questions;
}

const answerTo: Readonly<Record<AnsweredField, (details: VerifiedDetails) => readonly string[]>> = {
  name: ({ firstName, lastName }) => [firstName, lastName],
  birthDate: ({ birthDate }) => [birthDate],
  citizenship: ({ citizenship }) => [citizenship],
};

/** What follows from what persons have decided so far. */
export function outcomeOfReviews(statuses: readonly ReviewStatus[]): ProfileOutcome {
  if (statuses.includes('refused')) return 'refused';
  return statuses.includes('open') ? 'under_review' : 'approved';
}

export function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
