import type { Outcome } from '../outcome.ts';
import type { WebhookVerifier } from '../webhook.ts';

/** SEP-12's four words (https://stellar.org/protocol/sep-12). */
export type IdentityStatus = 'needs_info' | 'processing' | 'accepted' | 'rejected';

export type DocumentName = { readonly given: string; readonly family: string };

/** What the verifier has read from the documents, never what the buyer has typed there. */
export type DocumentDetails = {
  /** The same name in each alphabet that the document has it in. */
  readonly names: readonly DocumentName[];
  /** ISO date. */
  readonly birthDate?: string;
  /** ISO 3166, two letters. */
  readonly citizenship?: string;
};

export type IdentityCheck = {
  readonly applicantId: string;
  readonly status: IdentityStatus;
  /** A rejected check that the buyer may try again, e.g. a blurred picture. */
  readonly retryable: boolean;
  /** What the verifier wants the buyer to read; never its internal comment. */
  readonly message?: string;
  /** Of an accepted check, as far as the verifier could read it. */
  readonly document?: DocumentDetails;
};

export interface IdentityVerifier {
  readonly id: string;
  /**
   * A hosted page on which the buyer shows a document. The same buyer gets the same applicant again;
   * `externalUserId` is ours and unguessable.
   */
  openCheck(request: {
    readonly externalUserId: string;
    readonly email: string;
    readonly redirectUrl: string;
    readonly locale: string;
  }): Promise<Outcome<{ readonly url: string; readonly applicantId?: string }>>;
  /** By our own id, which a webhook also carries as its subject. `refused('not_found')` before the buyer has opened the page. */
  getCheck(externalUserId: string): Promise<Outcome<IdentityCheck, 'not_found'>>;
  /** The subject is our `externalUserId`. */
  readonly verifyWebhook: WebhookVerifier;
}
