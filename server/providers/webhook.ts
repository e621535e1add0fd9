/** Headers as Node provides them: lower-case names. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A verified hint from a vendor. It changes nothing: a job queries the vendor for the state of the subject. */
export type WebhookHint = {
  /** The vendor's event id; equal for repeated deliveries of the same event. */
  readonly eventId: string;
  /** The vendor's id of the subject: a payment, a refund, an applicant. */
  readonly subjectId: string;
  readonly kind: string;
  /** The vendor's id of the order, if the product's own number is not enough to find it. */
  readonly providerOrderId?: string;
  /** A secret of this one order that the vendor requires, with that id, to answer a query. */
  readonly accessToken?: string;
};

/**
 * Verifies the raw bytes and only then parses them. Returns null for anything forged, stale or malformed. `path` is the
 * part of the URL after `/webhooks/<id>/`. The path is not signed: it may select the order to query, never its state.
 */
export type WebhookVerifier = (rawBody: Buffer, headers: WebhookHeaders, path?: string) => WebhookHint | null;
