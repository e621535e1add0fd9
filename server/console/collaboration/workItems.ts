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

/** Returns the item of an entry in Today's queue or in Reviews. */
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

/** Returns the console path of an item. `reason` applies to reviews of a buyer. */
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
  // An @ after a letter or another @ is an address, not a mention. Names are matched case-insensitively.
  const mentions = [...body.matchAll(/(?<![\w@.])@([a-z][\w.-]{0,39})/gi)].map(([, name = '']) => name.toLowerCase());
  // A trailing full stop is not part of the name.
  const named = [
    ...new Set(mentions.map((mention) => (persons.has(mention) ? mention : mention.replace(/[._-]+$/, '')))),
  ];
  return { known: named.filter((name) => persons.has(name)), unknown: named.filter((name) => !persons.has(name)) };
}
