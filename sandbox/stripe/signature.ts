import { createHmac } from 'node:crypto';

/**
 * Returns the `Stripe-Signature` header (docs.stripe.com/webhooks/signature). `seconds` is the sandbox's time, which the
 * product also uses to check the header's age.
 */
export function buildSignatureHeader(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
