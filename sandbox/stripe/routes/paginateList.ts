import type Stripe from 'stripe';

/** Returns a page of a list, newest first (docs.stripe.com/api/pagination). */
export function paginateList<Item extends { readonly id: string }>(
  items: readonly Item[],
  url: string,
  page: { limit?: number | undefined; starting_after?: string | undefined },
): Stripe.ApiList<Item> {
  const limit = Math.min(Math.max(page.limit ?? 10, 1), 100);
  const start = page.starting_after === undefined ? 0 : items.findIndex((item) => item.id === page.starting_after) + 1;
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url };
}
