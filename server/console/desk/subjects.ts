import type { DeskKind } from '@slipway/contract/entities/consoleDesk.ts';
import type { reviewKinds } from '@slipway/contract/entities/consoleReview.ts';
import type { queueKinds } from '@slipway/contract/entities/consoleToday.ts';
import type { Subject } from './deskStore.ts';

/** `order:7KQ2` as its two halves. */
export function subjectOf(text: string): Subject {
  const colon = text.indexOf(':');
  return { about: text.slice(0, colon), subject: text.slice(colon + 1) };
}

export function textOfSubject({ about, subject }: Subject): string {
  return `${about}:${subject}`;
}

type Listed = (typeof queueKinds)[number] | (typeof reviewKinds)[number];

/** One thing is one at the desk, whichever list it stands in: a held order is an order, money of no order is a booking. */
const DESK_KINDS: Readonly<Record<Listed, DeskKind>> = {
  hold: 'order',
  held: 'order',
  review: 'review',
  identity: 'review',
  names: 'review',
  dispute: 'dispute',
  refund: 'refund',
  unallocated: 'booking',
  difference: 'difference',
  request: 'request',
  alert: 'alert',
};

/** What stands in Today's queue or in Reviews, as it is called at the desk. */
export function deskOf(kind: Listed, name: string): string {
  return textOfSubject({ about: DESK_KINDS[kind], subject: name });
}

const ADDRESSES: Readonly<Record<string, (name: string) => string>> = {
  order: (name) => `orders/${name}`,
  buyer: (name) => `buyers/${name}`,
  dispute: (name) => `reviews/dispute-${name}`,
  booking: (name) => `reviews/unallocated-${name}`,
  refund: (name) => `orders?q=${name}`,
  difference: () => 'reconciliation',
  request: (name) => `people/requests?id=${name}`,
  alert: (name) => `today?alert=${name}`,
  transfer: () => 'treasury/transfers',
};

/** Where the console shows a thing of the desk; `reason`: of a review of a buyer. */
export function addressOf({ about, subject }: Subject, reason: string | null): string {
  const name = encodeURIComponent(subject);
  if (about === 'review') return `reviews/${reason === 'name_listed' ? 'names' : 'identity'}-${name}`;
  return ADDRESSES[about]?.(name) ?? 'today';
}

/** Whom a note names by @: persons of the operator, each once, and the words that are nobody's name. */
export function namesIn(
  body: string,
  names: Iterable<string>,
): { readonly known: readonly string[]; readonly unknown: readonly string[] } {
  const persons = new Set(names);
  // What stands behind a letter or another @ is an address, or no name; capitals are as people write a sentence.
  const words = [...body.matchAll(/(?<![\w@.])@([a-z][\w.-]{0,39})/gi)].map(([, name = '']) => name.toLowerCase());
  // A sentence may end with a name: the point after it is not its own.
  const named = [...new Set(words.map((word) => (persons.has(word) ? word : word.replace(/[._-]+$/, ''))))];
  return { known: named.filter((name) => persons.has(name)), unknown: named.filter((name) => !persons.has(name)) };
}
