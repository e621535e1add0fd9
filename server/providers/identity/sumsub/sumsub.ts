import type { Outcome } from '../../outcome.ts';
import { ok, refused } from '../../outcome.ts';
import type { IdentityVerifier } from '../identityPort.ts';
import { type Applicant, createSumsubClient, type SumsubAnswer } from './client.ts';
import type { SumsubConfig } from './manifest.ts';
import { toDocument, toIdentityCheck, toPageLanguage } from './map.ts';
import { createSumsubWebhookVerifier } from './webhook.ts';

/** The buyer can open the page again while an order waits for the check. */
const LINK_TTL_SECONDS = 24 * 60 * 60;
const RETRY_AFTER_MS = 5_000;

/**
 * Creates the adapter for Sumsub's hosted page. A link contains the product's id of the buyer, so every link leads to
 * the same applicant, who exists once the page was first opened. `now` is the clock for signing requests.
 */
export function createSumsubVerifier(config: SumsubConfig, now: () => Date = () => new Date()): IdentityVerifier {
  const client = createSumsubClient(config, now);
  const acceptedLevels = config.acceptedLevels ?? [config.levelName];

  return {
    id: 'sumsub',
    async openCheck(request) {
      const applicant = await client.findApplicant(request.externalUserId);
      if (applicant.kind === 'lost' || applicant.kind === 'failed') return toOpeningFailure(applicant);
      const levelName = chooseLevel(applicant.kind === 'answered' ? applicant.body : undefined);
      const answer = await client.createLink({
        levelName,
        externalUserId: request.externalUserId,
        email: request.email,
        redirectUrl: request.redirectUrl,
        language: toPageLanguage(request.locale),
        ttlSeconds: LINK_TTL_SECONDS,
      });
      switch (answer.kind) {
        case 'answered':
          return ok({ url: answer.body.url });
        case 'not_found':
          return unavailable(`Sumsub does not know the level ${levelName}`);
        default:
          return toOpeningFailure(answer);
      }
    },
    async getCheck(externalUserId) {
      const applicant = await client.findApplicant(externalUserId);
      if (applicant.kind !== 'answered') return toReadFailure(applicant);
      const { id, info, review: summary } = applicant.body;
      const { reviewStatus } = summary ?? {};
      if (reviewStatus !== undefined && reviewStatus !== 'completed')
        return ok(toIdentityCheck(id, { ...summary, reviewStatus }, acceptedLevels));
      // A second call, for the comment to the buyer, is needed only for a completed review.
      const review = await client.getReview(id);
      if (review.kind !== 'answered') return toReadFailure(review);
      const check = toIdentityCheck(id, review.body, acceptedLevels);
      return ok(check.status === 'accepted' && info ? { ...check, document: toDocument(info) } : check);
    },
    verifyWebhook: createSumsubWebhookVerifier(config.webhookSecret),
  };

  /**
   * Returns the level for a link. The page moves an applicant to that level and requests its documents again
   * (https://docs.sumsub.com/reference/change-required-document-set-per-level), so a link must not move back an
   * applicant whom a workflow has moved to an accepted level.
   */
  function chooseLevel(applicant: Applicant | undefined): string {
    const currentLevel = applicant?.review?.levelName;
    return currentLevel !== undefined && acceptedLevels.includes(currentLevel) ? currentLevel : config.levelName;
  }
}

function toOpeningFailure(answer: Extract<SumsubAnswer<never>, { kind: 'lost' | 'failed' }>): Outcome<never> {
  return answer.kind === 'lost'
    ? { kind: 'unknown', detail: answer.detail }
    : unavailable(answer.detail, answer.retryAfterMs, answer.cause);
}

/** Maps a failed read, which changes nothing, so a lost answer may be retried. */
function toReadFailure(answer: Exclude<SumsubAnswer<never>, { kind: 'answered' }>): Outcome<never, 'not_found'> {
  switch (answer.kind) {
    case 'not_found':
      return refused('not_found');
    case 'lost':
      return unavailable(answer.detail);
    case 'failed':
      return unavailable(answer.detail, answer.retryAfterMs, answer.cause);
  }
}

function unavailable(detail: string, retryAfterMs = RETRY_AFTER_MS, cause?: 'budget'): Outcome<never> {
  return { kind: 'unavailable', retryAfterMs, detail, ...(cause && { cause }) };
}
