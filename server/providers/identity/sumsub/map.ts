import countryNames from 'i18n-iso-countries';
import type { DocumentDetails, IdentityCheck } from '../identityPort.ts';
import type { Extracted, Review } from './client.ts';

type Verdict = Pick<IdentityCheck, 'status' | 'retryable'>;

const PROCESSING: Verdict = { status: 'processing', retryable: false };
const NEEDS_INFO: Verdict = { status: 'needs_info', retryable: false };
const ACCEPTED: Verdict = { status: 'accepted', retryable: false };

/** https://docs.sumsub.com/docs/applicant-statuses. A word that is not listed decides nothing. */
const BY_REVIEW_STATUS: ReadonlyMap<string, Verdict> = new Map([
  ['init', NEEDS_INFO],
  ['awaitingUser', NEEDS_INFO],
  ['pending', PROCESSING],
  ['prechecked', PROCESSING],
  ['queued', PROCESSING],
  ['onHold', PROCESSING],
  ['awaitingService', PROCESSING],
]);

/** https://docs.sumsub.com/docs/receive-and-interpret-results-via-api: `reviewRejectType` of a RED answer. */
const BY_REJECT_TYPE: ReadonlyMap<string, Verdict> = new Map([
  ['FINAL', { status: 'rejected', retryable: false }],
  ['RETRY', { status: 'rejected', retryable: true }],
]);

function completed({ reviewResult, levelName }: Review, acceptedLevels: readonly string[]): Verdict {
  if (reviewResult?.reviewAnswer === 'GREEN') {
    if (levelName === undefined) return PROCESSING;
    // Approved on another level says nothing about the documents that these ask for.
    return acceptedLevels.includes(levelName) ? ACCEPTED : NEEDS_INFO;
  }
  if (reviewResult?.reviewAnswer === 'RED')
    return BY_REJECT_TYPE.get(reviewResult.reviewRejectType ?? '') ?? PROCESSING;
  return PROCESSING;
}

/** A result counts only once the review is completed: while it runs again, the old one may still be told. */
export function toIdentityCheck(applicantId: string, review: Review, acceptedLevels: readonly string[]): IdentityCheck {
  const isCompleted = review.reviewStatus === 'completed';
  const verdict = isCompleted
    ? completed(review, acceptedLevels)
    : (BY_REVIEW_STATUS.get(review.reviewStatus) ?? PROCESSING);
  const message = verdict.status === 'rejected' ? review.reviewResult?.moderationComment?.trim() : undefined;
  return { applicantId, ...verdict, ...(message && { message }) };
}

/** `info` of https://docs.sumsub.com/reference/get-applicant-data: names as they are printed and in Latin letters, countries of three letters. */
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

/** Sumsub's page takes two-letter languages and a few with a region. */
export function toPageLanguage(locale: string): string {
  const [language = 'en', ...rest] = locale.toLowerCase().split(/[-_]/);
  if (language !== 'zh') return language;
  return rest.some((part) => part === 'tw' || part === 'hk' || part === 'hant') ? 'zh-tw' : 'zh';
}
