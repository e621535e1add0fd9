import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedWebhook } from '@slipway/contract/webhookEvents.ts';

/** Headers of a `Request` (Fetch API), or of a request of `node:http`, Express or Fastify. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookRequest = {
  /**
   * The body's bytes as they arrived, or their text. A body that was parsed and serialized again does not match the
   * signature.
   */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** `whsec_…`, as `npm run operate -- rotate-secret` prints it. */
  readonly secret: string | undefined;
};

/** Reason why a request was rejected; answer it with 400. */
export type WebhookRejection = 'header_missing' | 'timestamp_out_of_range' | 'signature_wrong';

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookRejection;

  constructor(code: WebhookRejection, message: string) {
    super(message);
    this.code = code;
  }
}

/** A signature is valid this long before and after its time, as Standard Webhooks recommends. */
const TOLERANCE_SECONDS = 300;

/**
 * Returns the event of a webhook that Slipway has signed. Throws {@link WebhookVerificationError} for any other request, and
 * `TypeError` where the secret is missing or the body was already parsed.
 */
export function verifyWebhook({ body, headers, secret }: WebhookRequest, now = new Date()): ReceivedWebhook {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('body must be the raw body, as text or bytes: verify before a body parser runs');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS))
    throw new WebhookVerificationError(
      'timestamp_out_of_range',
      'webhook-timestamp is more than five minutes away from the time of this server',
    );
  const expected = createHmac('sha256', readSecret(secret)).update(`${id}.${timestamp}.`).update(body).digest();
  if (!signatures.split(' ').some((signature) => matchesSignature(signature, expected)))
    throw new WebhookVerificationError('signature_wrong', 'no signature of this body was made with this secret');
  return { ...(JSON.parse(Buffer.from(body).toString()) as Omit<ReceivedWebhook, 'id'>), id } as ReceivedWebhook;
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError('header_missing', `the header ${name} is missing`);
  return value;
}

function readSecret(secret: string | undefined): Buffer {
  const key = Buffer.from(/^whsec_(.+)$/.exec(secret?.trim() ?? '')?.[1] ?? '', 'base64');
  if (key.length === 0) throw new TypeError('secret must begin with whsec_');
  return key;
}

/** Compares a signature of the form `v1,base64`; false for other versions. */
function matchesSignature(given: string, expected: Buffer): boolean {
  const [version, value = ''] = given.split(',', 2);
  const bytes = Buffer.from(value, 'base64');
  return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
