import type { OnDuty } from './duty.ts';

/** Whom an alert is told to next: a person, and as what, or everybody whom ALERT_MAIL names. */
export type Next =
  | { readonly kind: 'person'; readonly person: string; readonly as: 'handed' | 'first' | 'second' }
  | { readonly kind: 'everybody' };

/** How far a round of tellings is. */
export type Round = {
  /** Whom it begins with, where it was handed on. */
  readonly handedTo: string | null;
  /** Persons who were told in it. */
  readonly told: readonly string[];
};

/**
 * Whoever was handed it, then the first and the second on duty at the moment, each once; then everybody. Whoever may not say
 * that they have it is passed over: their key was taken out, or their role.
 */
export function nextTold({ handedTo, told }: Round, { first, second }: OnDuty, may: ReadonlySet<string>): Next {
  const order = [
    { person: handedTo, as: 'handed' },
    { person: first, as: 'first' },
    { person: second, as: 'second' },
  ] as const;
  for (const { person, as } of order)
    if (person !== null && may.has(person) && !told.includes(person)) return { kind: 'person', person, as };
  return { kind: 'everybody' };
}
