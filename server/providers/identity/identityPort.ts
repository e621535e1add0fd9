import type { Outcome } from '../outcome.ts';
import type { WebhookVerifier } from '../webhook.ts';

/** SEP-12's statuses (https://stellar.org/protocol/sep-12). */
export type IdentityStatus = 'needs_info' | 'processing' | 'accepted' | 'rejected';

export type DocumentName = { readonly given: string; readonly family: string };

/** Data that the verifier read from the documents, never what the buyer typed. */
export type DocumentDetails = {
  /** The same name in each alphabet of the document. */
  readonly names: readonly DocumentName[];
  /** ISO date. */
  readonly birthDate?: string;
  /** ISO 3166, two letters. */
  readonly citizenship?: string;
};

export type IdentityCheck = {
  readonly applicantId: string;
  readonly status: IdentityStatus;
  /** The buyer may retry a rejected check, e.g. after a blurred picture. */
  readonly retryable: boolean;
  /** The verifier's message for the buyer about a rejection; never its internal comment. */
  readonly message?: string;
  /** Only of an accepted check, as far as the verifier could read it. */
  readonly document?: DocumentDetails;
};

export interface IdentityVerifier {
  readonly id: string;
  /**
   * Returns a link to a hosted page on which the buyer shows a document. The same buyer gets the same applicant again;
   * `externalUserId` is the product's id of the buyer, and unguessable.
   */
  openCheck(request: {
    readonly externalUserId: string;
    readonly email: string;
    readonly redirectUrl: string;
    readonly locale: string;
  }): Promise<Outcome<{ readonly url: string; readonly applicantId?: string }>>;
  /**
   * Returns the check of the buyer with this id, which is also the subject of webhooks. `refused('not_found')` until the
   * buyer has opened the page.
   */
  getCheck(externalUserId: string): Promise<Outcome<IdentityCheck, 'not_found'>>;
  /** The hint's subject is the `externalUserId`. */
  readonly verifyWebhook: WebhookVerifier;
}
