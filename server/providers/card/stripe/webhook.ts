import type Stripe from 'stripe';
import { z } from 'zod';
import type { WebhookHint, WebhookVerifier } from '../../webhook.ts';

/** Stripe's own tolerance for the age of a signature (docs.stripe.com/webhooks/signature). */
const TOLERANCE_SECONDS = 300;

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({
    object: z.looseObject({
      id: z.string().optional(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
});

type StripeEvent = z.output<typeof eventSchema>;

type EventSubject = {
  readonly kind: string;
  /** Which id of the event's object identifies the subject. */
  readonly by: 'id' | 'payment_intent';
};

/**
 * Subjects by event type (docs.stripe.com/api/events/types). The subject's state is always queried, never taken from
 * the event: events arrive late, twice and in any order. Every other event is `ignored.…`.
 */
const SUBJECTS: readonly (readonly [prefix: string, subject: EventSubject])[] = [
  ['payment_intent.', { kind: 'payment', by: 'id' }],
  ['charge.dispute.', { kind: 'dispute', by: 'id' }],
  ['charge.refund.', { kind: 'refund', by: 'id' }],
  ['charge.', { kind: 'payment', by: 'payment_intent' }],
  ['refund.', { kind: 'refund', by: 'id' }],
  ['radar.early_fraud_warning.', { kind: 'warning', by: 'id' }],
];

/** Verifies the raw bytes with Stripe's library before parsing them. */
export function createStripeWebhookVerifier(stripe: Stripe, secret: string, now: () => Date): WebhookVerifier {
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
      const parsed = eventSchema.safeParse(event);
      return parsed.success ? toWebhookHint(parsed.data) : null;
    } catch {
      return null;
    }
  };
}

function toWebhookHint(event: StripeEvent): WebhookHint {
  const { object } = event.data;
  const subject = SUBJECTS.find(([prefix]) => event.type.startsWith(prefix))?.[1];
  const payment = typeof object.payment_intent === 'object' ? object.payment_intent?.id : object.payment_intent;
  const subjectId = subject?.by === 'payment_intent' ? payment : object.id;
  if (!subject || !subjectId) {
    return { eventId: event.id, subjectId: object.id ?? event.id, kind: `ignored.${event.type}` };
  }
  return { eventId: event.id, subjectId, kind: formatHintKind(subject.kind, event) };
}

function formatHintKind(family: string, { type }: StripeEvent): string {
  return type.startsWith(family) ? type : `${family}.${type}`;
}
