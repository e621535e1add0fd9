import countryNames from 'i18n-iso-countries';
import type { DocumentDetails, IdentityCheck } from '../identityPort.ts';
import type { Extracted, Review } from './client.ts';

type CheckResult = Pick<IdentityCheck, 'status' | 'retryable'>;

const PROCESSING: CheckResult = { status: 'processing', retryable: false };
const NEEDS_INFO: CheckResult = { status: 'needs_info', retryable: false };
const ACCEPTED: CheckResult = { status: 'accepted', retryable: false };

/**
 * https://docs.sumsub.com/docs/applicant-statuses. The result decides about `completed`; any other status that is not
 * listed is `processing`.
 */
const BY_REVIEW_STATUS: ReadonlyMap<string, CheckResult> = new Map([
  ['init', NEEDS_INFO],
  ['awaitingUser', NEEDS_INFO],
  ['pending', PROCESSING],
  ['prechecked', PROCESSING],
  ['queued', PROCESSING],
  ['onHold', PROCESSING],
  ['awaitingService', PROCESSING],
]);

/** https://docs.sumsub.com/docs/receive-and-interpret-results-via-api: `reviewRejectType` of a RED answer. */
const BY_REJECT_TYPE: ReadonlyMap<string, CheckResult> = new Map([
  ['FINAL', { status: 'rejected', retryable: false }],
  ['RETRY', { status: 'rejected', retryable: true }],
]);

function toCompletedResult({ reviewResult, levelName }: Review, acceptedLevels: readonly string[]): CheckResult {
  if (reviewResult?.reviewAnswer === 'GREEN') {
    // Without its level, it is unknown whether the approval is accepted.
    if (levelName === undefined) return PROCESSING;
    // Approval on another level does not cover the documents of the accepted levels.
    return acceptedLevels.includes(levelName) ? ACCEPTED : NEEDS_INFO;
  }
  if (reviewResult?.reviewAnswer === 'RED')
    return BY_REJECT_TYPE.get(reviewResult.reviewRejectType ?? '') ?? PROCESSING;
  return PROCESSING;
}

/**
 * Maps a review. Its result is used only if the review is completed: while a review is repeated, Sumsub may still return
 * the previous result.
 */
export function toIdentityCheck(applicantId: string, review: Review, acceptedLevels: readonly string[]): IdentityCheck {
  const isCompleted = review.reviewStatus === 'completed';
  const verdict = isCompleted
    ? toCompletedResult(review, acceptedLevels)
    : (BY_REVIEW_STATUS.get(review.reviewStatus) ?? PROCESSING);
  const message = verdict.status === 'rejected' ? review.reviewResult?.moderationComment?.trim() : undefined;
  return { applicantId, ...verdict, ...(message && { message }) };
}

/**
 * Maps `info` of https://docs.sumsub.com/reference/get-applicant-data, which has names as printed and in Latin letters, and
 * countries of three letters.
 */
export function toDocument(extracted: Extracted): DocumentDetails {
  const { firstName, middleName, lastName, firstNameEn, middleNameEn, lastNameEn, dob, nationality } = extracted;
  const names = [
    { given: [firstName, middleName], family: lastName },
    { given: [firstNameEn, middleNameEn], family: lastNameEn },
  ].map(({ given, family = '' }) => ({ given: given.filter(Boolean).join(' '), family }));
  const citizenship = nationality && countryNames.alpha3ToAlpha2(nationality);
  return {
    names: names.filter(({ given, family }) => given !== '' || family !== ''),
    ...(dob && { birthDate: dob }),
    ...(citizenship && { citizenship }),
  };
}

/** Returns the language for Sumsub's page, which accepts two-letter languages and a few with a region. */
export function toPageLanguage(locale: string): string {
  const [language = 'en', ...subtags] = locale.toLowerCase().split(/[-_]/);
  if (language !== 'zh') return language;
  return subtags.some((part) => part === 'tw' || part === 'hk' || part === 'hant') ? 'zh-tw' : 'zh';
}
