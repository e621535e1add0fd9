import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header (docs.stripe.com/webhooks/signature). `seconds` is the one clock's: the receiver has it too. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
