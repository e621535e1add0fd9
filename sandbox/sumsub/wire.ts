import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Applicant } from './applicants.ts';

/** Tolerance of a request's timestamp. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

export type SignedRequest = {
  readonly method: string;
  /** Path with its query. */
  readonly url: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
};

export type ApiKeys = { readonly appToken: string; readonly secretKey: string };

/**
 * Returns the reason why a request is refused, or null if it is signed according to
 * https://docs.sumsub.com/reference/authentication. `clocks` are the accepted current times: the machine's and the sandbox's,
 * since a caller may use either.
 */
export function findSignatureError(request: SignedRequest, keys: ApiKeys, clocks: readonly Date[]): string | null {
  const stamp = readHeader(request.headers, 'x-app-access-ts');
  if (readHeader(request.headers, 'x-app-token') !== keys.appToken) return 'Invalid app token';
  if (!/^\d{1,12}$/.test(stamp)) return 'Missing X-App-Access-Ts header';
  const isFresh = clocks.some((now) => Math.abs(now.getTime() / 1000 - Number(stamp)) <= SIGNATURE_TOLERANCE_SECONDS);
  if (!isFresh) return 'Request timestamp is out of the allowed window';
  const expected = computeHmacHex('sha256', keys.secretKey, stamp + request.method + request.url + request.body);
  return isEqualText(readHeader(request.headers, 'x-app-access-sig'), expected) ? null : 'Request signature mismatch';
}

export function computeHmacHex(algorithm: 'sha256' | 'sha512', secret: string, text: string): string {
  return createHmac(algorithm, secret).update(text).digest('hex');
}

function isEqualText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function readHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** `2020-02-21 13:23:19+0000` */
export function formatSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+0000`;
}

/** `2020-02-21 13:23:19.321` */
export function formatMillisecond(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ');
}

/** https://docs.sumsub.com/reference/get-applicant-review-status */
export function formatReview(applicant: Applicant): Record<string, unknown> {
  return {
    reviewId: applicant.reviewId,
    attemptId: applicant.attemptId,
    attemptCnt: applicant.attemptCount,
    levelName: applicant.levelName,
    createDate: formatSecond(applicant.createdAtMs),
    ...(applicant.reviewedAtMs !== null && { reviewDate: formatSecond(applicant.reviewedAtMs) }),
    ...(applicant.reviewResult && { reviewResult: applicant.reviewResult }),
    reviewStatus: applicant.reviewStatus,
    priority: 0,
  };
}

/** https://docs.sumsub.com/reference/get-applicant-data-via-externaluserid */
export function formatApplicant(applicant: Applicant): Record<string, unknown> {
  return {
    id: applicant.id,
    createdAt: formatSecond(applicant.createdAtMs).slice(0, 19),
    clientId: 'slipway-sandbox',
    inspectionId: applicant.inspectionId,
    externalUserId: applicant.externalUserId,
    ...(applicant.email && { email: applicant.email }),
    applicantPlatform: 'Web',
    type: 'individual',
    ...(applicant.extracted && { info: { ...applicant.extracted, country: applicant.extracted.nationality } }),
    review: formatReview(applicant),
  };
}

export type WebhookType =
  | 'applicantCreated'
  | 'applicantPending'
  | 'applicantReviewed'
  | 'applicantOnHold'
  | 'applicantLevelChanged'
  | 'applicantWorkflowCompleted'
  | 'applicantWorkflowFailed';

/** https://docs.sumsub.com/docs/user-verification-webhooks */
export function formatWebhookBody(
  applicant: Applicant,
  event: {
    readonly type: WebhookType;
    readonly atMs: number;
    readonly correlationId: string;
    readonly previousLevelName?: string;
  },
): string {
  return JSON.stringify({
    applicantId: applicant.id,
    inspectionId: applicant.inspectionId,
    applicantType: 'individual',
    correlationId: event.correlationId,
    levelName: applicant.levelName,
    ...(event.previousLevelName !== undefined && { previousLevelName: event.previousLevelName }),
    sandboxMode: true,
    externalUserId: applicant.externalUserId,
    type: event.type,
    ...(applicant.reviewResult && { reviewResult: applicant.reviewResult }),
    reviewStatus: applicant.reviewStatus,
    createdAt: formatSecond(event.atMs),
    createdAtMs: formatMillisecond(event.atMs),
    clientId: 'slipway-sandbox',
  });
}
