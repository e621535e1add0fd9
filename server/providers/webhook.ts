/** Headers as Node gives them: lower-case names. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A verified hint from a vendor. It moves nothing: a job asks the vendor for the truth about the subject. */
export type WebhookHint = {
  /** The vendor's own event id; the same event delivered twice carries the same one. */
  readonly eventId: string;
  /** What it is about, in the vendor's words: a payment, a refund, an applicant. */
  readonly subjectId: string;
  readonly kind: string;
  /** The vendor's own id of the subject, where ours alone does not lead to it. */
  readonly providerOrderId?: string;
  /** What the vendor wants to hear with that id before it tells anything: a secret of this one order. */
  readonly accessToken?: string;
};

/**
 * Verifies the raw bytes first and only then reads them. Null for anything forged, stale or malformed. There is no default.
 * `path` is what followed `/webhooks/<id>/` in the address. Nobody has signed it: it may say which order of ours to ask
 * about, never what became of it.
 */
export type WebhookVerifier = (rawBody: Buffer, headers: WebhookHeaders, path?: string) => WebhookHint | null;
