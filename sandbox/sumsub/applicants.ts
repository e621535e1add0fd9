import { randomBytes, randomUUID } from 'node:crypto';

/** Verdicts available at the desk. `retry` is a refusal that the buyer may answer with a better picture. */
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

/** Data read from a document: https://docs.sumsub.com/reference/get-applicant-data, `info`. */
export type ExtractedData = {
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: string;
  /** ISO 3166, three letters. */
  readonly nationality: string;
};

export const DEFAULT_DOCUMENT: ExtractedData = {
  firstName: 'ANNA',
  lastName: 'WEBER',
  dob: '1990-05-31',
  nationality: 'DEU',
};

export type Applicant = {
  readonly id: string;
  readonly externalUserId: string;
  readonly email: string;
  readonly inspectionId: string;
  readonly reviewId: string;
  readonly createdAtMs: number;
  levelName: string;
  /** A workflow has moved the applicant to another level, and its end will be announced. */
  isInWorkflow: boolean;
  /** Absent for applicants of earlier versions. */
  extracted?: ExtractedData;
  attemptId: string;
  attemptCount: number;
  reviewStatus: ReviewStatus;
  reviewResult: ReviewResult | null;
  reviewedAtMs: number | null;
};

/** A requested page; the applicant is created when the page is opened. */
export type IdentityLink = {
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
  links: Record<string, IdentityLink>;
  /** Verdicts given before an applicant with that email address or id was known. */
  preparedVerdicts: Record<string, Verdict>;
  /** Time of the last webhook; each webhook has a distinct time. */
  lastEventMs: number;
};

export const EMPTY_STATE: SumsubState = { applicants: {}, links: {}, preparedVerdicts: {}, lastEventMs: 0 };

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
    id: createHexId(),
    externalUserId: person.externalUserId,
    email: person.email,
    levelName: person.levelName,
    isInWorkflow: false,
    inspectionId: createHexId(),
    reviewId: createHexId(),
    attemptId: createAttemptId(),
    attemptCount: 0,
    createdAtMs: atMs,
    reviewStatus: 'init',
    reviewResult: null,
    reviewedAtMs: null,
  };
  state.applicants[applicant.id] = applicant;
  return applicant;
}

/** Submits documents: for the first time, or again after a refusal that allows it. */
export function submitDocuments(
  applicant: Applicant,
  extracted: ExtractedData = applicant.extracted ?? DEFAULT_DOCUMENT,
): void {
  applicant.extracted = extracted;
  if (applicant.reviewStatus !== 'init') applicant.attemptId = createAttemptId();
  applicant.attemptCount += 1;
  applicant.reviewStatus = 'pending';
  applicant.reviewResult = null;
  applicant.reviewedAtMs = null;
}

/**
 * Moves the applicant to another level and requests its documents (https://docs.sumsub.com/docs/applicant-statuses). Returns
 * false without a change if the applicant already has that level or a review is running:
 * https://docs.sumsub.com/reference/change-required-document-set-per-level.
 */
export function moveToLevel(applicant: Applicant, levelName: string): boolean {
  const isUnderReview = applicant.reviewStatus === 'pending' || applicant.reviewStatus === 'onHold';
  if (isUnderReview || applicant.levelName === levelName) return false;
  Object.assign(applicant, {
    levelName,
    reviewStatus: 'init',
    reviewResult: null,
    reviewedAtMs: null,
    attemptCount: 0,
  });
  return true;
}

export function applyVerdict(applicant: Applicant, verdict: Verdict, atMs: number): void {
  const result = RESULTS[verdict];
  applicant.reviewResult = result;
  applicant.reviewStatus = result ? 'completed' : 'onHold';
  applicant.reviewedAtMs = result ? atMs : null;
}

/** Returns true if the buyer can submit documents: at the start, and after a refusal that allows a retry. */
export function isAwaitingDocuments({ reviewStatus, reviewResult }: Applicant): boolean {
  return reviewStatus === 'init' || (reviewStatus === 'completed' && reviewResult?.reviewRejectType === 'RETRY');
}

export function findApplicantByUser(state: SumsubState, externalUserId: string): Applicant | undefined {
  return Object.values(state.applicants).find((applicant) => applicant.externalUserId === externalUserId);
}

type MatchableEntry = { readonly id?: string; readonly externalUserId: string; readonly email: string };

/** Returns the newest entry whose email address, applicant id or `externalUserId` (the product's id of the buyer) is `who`. */
export function findNewestMatch<Entry extends MatchableEntry>(
  entries: Record<string, Entry>,
  who: string,
): Entry | undefined {
  const name = who.trim().toLowerCase();
  return Object.values(entries).findLast(
    (entry) => entry.id === name || entry.externalUserId === who || entry.email.toLowerCase() === name,
  );
}

export function createHexId(): string {
  return randomBytes(12).toString('hex');
}

function createAttemptId(): string {
  return randomUUID().slice(0, 8);
}
