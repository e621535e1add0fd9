import type { Outcome } from '../../outcome.ts';
import { ok, refused } from '../../outcome.ts';
import type { IdentityVerifier } from '../identityPort.ts';
import { type Answer, type Applicant, createSumsubClient } from './client.ts';
import type { SumsubConfig } from './manifest.ts';
import { toDocument, toIdentityCheck, toPageLanguage } from './map.ts';
import { createWebhookVerifier } from './webhook.ts';

/** A page can be opened again for as long as an order waits for it. */
const LINK_TTL_SECONDS = 24 * 60 * 60;
const RETRY_AFTER_MS = 5_000;

/**
 * Checks identities with Sumsub's hosted page. A link names our id of the buyer, so that every link leads to the same
 * applicant, who exists from the moment the page is first opened. `now` is the time that requests are signed with.
 */
export function createSumsubVerifier(config: SumsubConfig, now: () => Date = () => new Date()): IdentityVerifier {
  const client = createSumsubClient(config, now);
  const acceptedLevels = config.acceptedLevels ?? [config.levelName];

  return {
    id: 'sumsub',
    async openCheck(request) {
      const applicant = await client.findApplicant(request.externalUserId);
      if (applicant.kind === 'lost' || applicant.kind === 'failed') return notOpened(applicant);
      const levelName = levelToOpen(applicant.kind === 'answered' ? applicant.body : undefined);
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
          return notOpened(answer);
      }
    },
    async getCheck(externalUserId) {
      const applicant = await client.findApplicant(externalUserId);
      if (applicant.kind !== 'answered') return notRead(applicant);
      const { id, info } = applicant.body;
      const review = await client.getReview(id);
      if (review.kind !== 'answered') return notRead(review);
      const check = toIdentityCheck(id, review.body, acceptedLevels);
      return ok(check.status === 'accepted' && info ? { ...check, document: toDocument(info) } : check);
    },
    verifyWebhook: createWebhookVerifier(config.webhookSecret),
  };

  /**
   * The page moves an applicant to the level of its link, where the documents are asked for anew
   * (https://docs.sumsub.com/reference/change-required-document-set-per-level), so that a link must not lead back whom a
   * workflow has led to a level that counts.
   */
  function levelToOpen(applicant: Applicant | undefined): string {
    const present = applicant?.review?.levelName;
    return present !== undefined && acceptedLevels.includes(present) ? present : config.levelName;
  }
}

function notOpened(answer: Extract<Answer<never>, { kind: 'lost' | 'failed' }>): Outcome<never> {
  return answer.kind === 'lost'
    ? { kind: 'unknown', detail: answer.detail }
    : unavailable(answer.detail, answer.retryAfterMs);
}

/** A question changes nothing, so a lost answer only means to ask again. */
function notRead(answer: Exclude<Answer<never>, { kind: 'answered' }>): Outcome<never, 'not_found'> {
  switch (answer.kind) {
    case 'not_found':
      return refused('not_found');
    case 'lost':
      return unavailable(answer.detail);
    case 'failed':
      return unavailable(answer.detail, answer.retryAfterMs);
  }
}

function unavailable(detail: string, retryAfterMs = RETRY_AFTER_MS): Outcome<never> {
  return { kind: 'unavailable', retryAfterMs, detail };
}
