import type Stripe from 'stripe';
import { z } from 'zod';
import type { WebhookHint, WebhookVerifier } from '../../webhook.ts';

/** Stripe's own tolerance for the age of a signature (docs.stripe.com/webhooks/signature). */
const TOLERANCE_SECONDS = 300;

const eventShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({
    object: z.looseObject({
      id: z.string().optional(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
      status: z.string().nullish(),
    }),
  }),
});

type StripeEvent = z.output<typeof eventShape>;

type Subject = {
  readonly kind: string;
  /** Which id of the event's object names the subject. */
  readonly by: 'id' | 'payment_intent';
};

/**
 * Events by their subject (docs.stripe.com/api/events/types). Disputes and warnings name the payment, since that is what
 * an order knows; what happened is in the kind. Every other event is `ignored.…`.
 */
const SUBJECTS: readonly (readonly [prefix: string, subject: Subject])[] = [
  ['payment_intent.', { kind: 'payment', by: 'id' }],
  ['charge.dispute.', { kind: 'dispute', by: 'payment_intent' }],
  ['charge.refund.', { kind: 'refund', by: 'id' }],
  ['charge.', { kind: 'payment', by: 'payment_intent' }],
  ['refund.', { kind: 'refund', by: 'id' }],
  ['radar.early_fraud_warning.', { kind: 'dispute', by: 'payment_intent' }],
];

/** What a dispute event means, by its type and the status of the dispute (docs.stripe.com/api/disputes/object). */
const DISPUTE_KINDS: Readonly<Record<string, string>> = {
  'charge.dispute.closed won': 'dispute.won',
  'charge.dispute.closed lost': 'dispute.lost',
  'charge.dispute.closed warning_closed': 'dispute.won',
  'charge.dispute.closed prevented': 'dispute.won',
  'charge.dispute.created needs_response': 'dispute.open',
  'charge.dispute.created under_review': 'dispute.open',
  'charge.dispute.created warning_needs_response': 'dispute.warned',
  'charge.dispute.created warning_under_review': 'dispute.warned',
  'charge.dispute.funds_withdrawn needs_response': 'dispute.open',
};

/** Verifies the bytes with Stripe's own library before anything of them is read. */
export function createWebhookVerifier(stripe: Stripe, secret: string, now: () => Date): WebhookVerifier {
  return (rawBody, headers) => {
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') return null;
    try {
      const event: unknown = stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now().getTime(),
      );
      const parsed = eventShape.safeParse(event);
      return parsed.success ? hintOf(parsed.data) : null;
    } catch {
      return null;
    }
  };
}

function hintOf(event: StripeEvent): WebhookHint {
  const { object } = event.data;
  const subject = SUBJECTS.find(([prefix]) => event.type.startsWith(prefix))?.[1];
  const payment = typeof object.payment_intent === 'object' ? object.payment_intent?.id : object.payment_intent;
  const subjectId = subject?.by === 'payment_intent' ? payment : object.id;
  if (!subject || !subjectId) {
    return { eventId: event.id, subjectId: object.id ?? event.id, kind: `ignored.${event.type}` };
  }
  return { eventId: event.id, subjectId, kind: kindOf(subject.kind, event) };
}

function kindOf(family: string, event: StripeEvent): string {
  if (event.type === 'radar.early_fraud_warning.created') return 'dispute.warned';
  if (family === 'dispute')
    return DISPUTE_KINDS[`${event.type} ${event.data.object.status ?? ''}`] ?? 'dispute.changed';
  return event.type.startsWith(family) ? event.type : `${family}.${event.type}`;
}
