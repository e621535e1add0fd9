import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header (docs.stripe.com/webhooks/signature). `seconds` is the machine's time and not the
 * sandbox's, as that of the receiver's check is.
 */
export function signatureOf(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
