import type { OnDuty } from './duty.ts';

/** The next recipient of an alert: a person and their duty, or everyone in ALERT_MAIL. */
export type NextRecipient =
  | { readonly kind: 'person'; readonly person: string; readonly as: 'handed' | 'first' | 'second' }
  | { readonly kind: 'everybody' };

/** The progress of a round of notifications. */
export type NotificationRound = {
  /** The person to whom it was reassigned, who is notified first. */
  readonly handedTo: string | null;
  /** People who were notified in it. */
  readonly notified: readonly string[];
};

/**
 * Returns the next recipient: the person to whom it was reassigned, then the first and the second on duty now, each once;
 * then everyone. People who may not acknowledge it (key or role revoked) are skipped.
 */
export function chooseNextRecipient(
  { handedTo, notified }: NotificationRound,
  { first, second }: OnDuty,
  acknowledgers: ReadonlySet<string>,
): NextRecipient {
  const order = [
    { person: handedTo, as: 'handed' },
    { person: first, as: 'first' },
    { person: second, as: 'second' },
  ] as const;
  for (const { person, as } of order)
    if (person !== null && acknowledgers.has(person) && !notified.includes(person))
      return { kind: 'person', person, as };
  return { kind: 'everybody' };
}
