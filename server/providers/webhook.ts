/** Headers as Node provides them: lower-case names. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A verified hint from a vendor. It changes nothing: a job queries the vendor for the state of the subject. */
export type WebhookHint = {
  /** Id of the event: the vendor's, else one that the adapter derives; equal for repeated deliveries of an event. */
  readonly eventId: string;
  /** The vendor's id of a payment, a refund or an applicant, or the product's order number from a provider of offers. */
  readonly subjectId: string;
  /** The vendor's event type; some adapters add a prefix, such as the kind of the subject. */
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
