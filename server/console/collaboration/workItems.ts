import type { DeskKind } from '@slipway/contract/entities/console/consoleDesk.ts';
import type { reviewKinds } from '@slipway/contract/entities/console/consoleReview.ts';
import type { queueKinds } from '@slipway/contract/entities/console/consoleToday.ts';
import type { WorkItem } from './collaborationStore.ts';

/** Splits `order:7KQ2` into its two parts. */
export function parseWorkItem(text: string): WorkItem {
  const colon = text.indexOf(':');
  return { about: text.slice(0, colon), subject: text.slice(colon + 1) };
}

export function formatWorkItem({ about, subject }: WorkItem): string {
  return `${about}:${subject}`;
}

type Listed = (typeof queueKinds)[number] | (typeof reviewKinds)[number];

/** Deduplicates items across lists: a held order is the order, and an unmatched payment is its booking. */
const WORK_ITEM_KINDS: Readonly<Record<Listed, DeskKind>> = {
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

/** Returns the key of the item that an entry of Today's queue or of Reviews is about: the same for both lists. */
export function toWorkItemKey(kind: Listed, name: string): string {
  return formatWorkItem({ about: WORK_ITEM_KINDS[kind], subject: name });
}

const CONSOLE_PATHS: Readonly<Record<string, (name: string) => string>> = {
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

/** Returns the console path of an item. `reason` is that of a buyer's review, null for other items. */
export function buildConsolePath({ about, subject }: WorkItem, reason: string | null): string {
  const name = encodeURIComponent(subject);
  if (about === 'review') return `reviews/${reason === 'name_listed' ? 'names' : 'identity'}-${name}`;
  return CONSOLE_PATHS[about]?.(name) ?? 'today';
}

/** Returns the people mentioned by @ in a note, without duplicates, and the mentions that match no name. */
export function parseMentions(
  body: string,
  names: Iterable<string>,
): { readonly known: readonly string[]; readonly unknown: readonly string[] } {
  const persons = new Set(names);
  // An @ after a letter, digit, dot or another @ belongs to an address, not to a mention. Case is ignored.
  const mentions = [...body.matchAll(/(?<![\w@.])@([a-z][\w.-]{0,39})/gi)].map(([, name = '']) => name.toLowerCase());
  // Trailing punctuation is not part of the name, unless a person is named so.
  const named = [
    ...new Set(mentions.map((mention) => (persons.has(mention) ? mention : mention.replace(/[._-]+$/, '')))),
  ];
  return { known: named.filter((name) => persons.has(name)), unknown: named.filter((name) => !persons.has(name)) };
}
