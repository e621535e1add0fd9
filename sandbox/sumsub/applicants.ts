import { randomBytes, randomUUID } from 'node:crypto';

/** What a person at the desk can decide. `retry` is a refusal that the buyer may answer with a better picture. */
export type Verdict = 'accepted' | 'refused' | 'review' | 'retry';

export type ReviewStatus = 'init' | 'pending' | 'onHold' | 'completed';

export type ReviewResult = {
  readonly reviewAnswer: 'GREEN' | 'RED';
  readonly rejectLabels?: readonly string[];
  readonly reviewRejectType?: 'FINAL' | 'RETRY';
  /** May be shown to the applicant. */
  readonly moderationComment?: string;
  /** Must never be shown to the applicant. */
  readonly clientComment?: string;
};

/** What is read from a document: https://docs.sumsub.com/reference/get-applicant-data, `info`. */
export type Extracted = {
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: string;
  /** ISO 3166, three letters. */
  readonly nationality: string;
};

/** Whose document everybody hands in who does not say otherwise. */
export const ANNA: Extracted = { firstName: 'ANNA', lastName: 'WEBER', dob: '1990-05-31', nationality: 'DEU' };

export type Applicant = {
  readonly id: string;
  readonly externalUserId: string;
  readonly email: string;
  readonly inspectionId: string;
  readonly reviewId: string;
  readonly createdAtMs: number;
  levelName: string;
  /** A workflow has moved the applicant, and the end of it is told. */
  isInWorkflow: boolean;
  /** Absent of applicants of a former version. */
  extracted?: Extracted;
  attemptId: string;
  attemptCount: number;
  reviewStatus: ReviewStatus;
  reviewResult: ReviewResult | null;
  reviewedAtMs: number | null;
};

/** A page that was asked for; the applicant exists only once the page is opened. */
export type Link = {
  readonly token: string;
  readonly externalUserId: string;
  readonly email: string;
  readonly levelName: string;
  readonly expiresAtMs: number;
  readonly successUrl: string | null;
  readonly rejectUrl: string | null;
  isOpened: boolean;
};

export type SumsubState = {
  applicants: Record<string, Applicant>;
  links: Record<string, Link>;
  /** Given before an applicant with that e-mail address or id was known. */
  keptVerdicts: Record<string, Verdict>;
  /** Of the last webhook; every one has a time of its own. */
  lastEventMs: number;
};

export const EMPTY_STATE: SumsubState = { applicants: {}, links: {}, keptVerdicts: {}, lastEventMs: 0 };

const RESULTS: Readonly<Record<Verdict, ReviewResult | null>> = {
  accepted: { reviewAnswer: 'GREEN' },
  refused: {
    reviewAnswer: 'RED',
    rejectLabels: ['FORGERY'],
    reviewRejectType: 'FINAL',
    moderationComment: 'We could not verify your identity.',
    clientComment: 'Suspected forgery. Not to be shown to the applicant.',
  },
  retry: {
    reviewAnswer: 'RED',
    rejectLabels: ['UNSATISFACTORY_PHOTOS'],
    reviewRejectType: 'RETRY',
    moderationComment: 'The picture of your document is blurred. Take it again in good light.',
    clientComment: 'Unreadable document number.',
  },
  review: null,
};

export function createApplicant(
  state: SumsubState,
  person: { readonly externalUserId: string; readonly email: string; readonly levelName: string },
  atMs: number,
): Applicant {
  const applicant: Applicant = {
    id: hexId(),
    externalUserId: person.externalUserId,
    email: person.email,
    levelName: person.levelName,
    isInWorkflow: false,
    inspectionId: hexId(),
    reviewId: hexId(),
    attemptId: attemptId(),
    attemptCount: 0,
    createdAtMs: atMs,
    reviewStatus: 'init',
    reviewResult: null,
    reviewedAtMs: null,
  };
  state.applicants[applicant.id] = applicant;
  return applicant;
}

/** The documents are in: a first time, or again after a refusal that allows it. */
export function submitDocuments(applicant: Applicant, extracted: Extracted = applicant.extracted ?? ANNA): void {
  applicant.extracted = extracted;
  if (applicant.reviewStatus !== 'init') applicant.attemptId = attemptId();
  applicant.attemptCount += 1;
  applicant.reviewStatus = 'pending';
  applicant.reviewResult = null;
  applicant.reviewedAtMs = null;
}

/**
 * The applicant goes to another level, and what it asks for is waited for
 * (https://docs.sumsub.com/docs/applicant-statuses). False, and nothing has changed, where the level is theirs already or
 * a review runs: https://docs.sumsub.com/reference/change-required-document-set-per-level.
 */
export function moveToLevel(applicant: Applicant, levelName: string): boolean {
  const runs = applicant.reviewStatus === 'pending' || applicant.reviewStatus === 'onHold';
  if (runs || applicant.levelName === levelName) return false;
  Object.assign(applicant, {
    levelName,
    reviewStatus: 'init',
    reviewResult: null,
    reviewedAtMs: null,
    attemptCount: 0,
  });
  return true;
}

export function decide(applicant: Applicant, verdict: Verdict, atMs: number): void {
  const result = RESULTS[verdict];
  applicant.reviewResult = result;
  applicant.reviewStatus = result ? 'completed' : 'onHold';
  applicant.reviewedAtMs = result ? atMs : null;
}

/** Whether the buyer has something to hand in: at the start, and after a refusal that may be tried again. */
export function waitsForDocuments({ reviewStatus, reviewResult }: Applicant): boolean {
  return reviewStatus === 'init' || (reviewStatus === 'completed' && reviewResult?.reviewRejectType === 'RETRY');
}

export function applicantByUser(state: SumsubState, externalUserId: string): Applicant | undefined {
  return Object.values(state.applicants).find((applicant) => applicant.externalUserId === externalUserId);
}

type Known = { readonly id?: string; readonly externalUserId: string; readonly email: string };

/** The newest of those whom an e-mail address, our id or the product's id means. */
export function newestMatch<Entry extends Known>(entries: Record<string, Entry>, who: string): Entry | undefined {
  const name = who.trim().toLowerCase();
  return Object.values(entries).findLast(
    (entry) => entry.id === name || entry.externalUserId === who || entry.email.toLowerCase() === name,
  );
}

export function hexId(): string {
  return randomBytes(12).toString('hex');
}

function attemptId(): string {
  return randomUUID().slice(0, 8);
}
