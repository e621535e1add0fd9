/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import type { BooksQuery } from './booksQuery.ts';
import { expect } from './world.ts';

type Place = { readonly url: RegExp; readonly is: (page: Page) => Promise<void> };

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();

/** Where Back may lead, and what is there once the page has come to rest. */
const places = {
  edit: {
    url: /\/edit/,
    is: (page) => expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled(),
  },
  submit: { url: /\/submit-address/, is: heading },
  confirm: { url: /\/confirm-address/, is: heading },
  order: { url: /\/(?:payment|order)-status\?orderNo=/, is: heading },
  wait: { url: /\/wait-payment\?orderNo=/, is: heading },
  orders: { url: /\/my-orders$/, is: (page) => expect(page.getByRole('link', { name: /→/ }).first()).toBeVisible() },
  verifier: { url: /\/websdk\//, is: async () => undefined },
} satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

/** Where an act is repeated: nobody who goes back has asked for that. */
const ACTS = /\/(?:email-login|verification-code|enter-information|select-card(?!\?orderNo=))/;

/** Goes back as often as there are places, with the browser's own Back, and finds each of them, and no act on the way. */
export async function goBackTo(page: Page, ...names: readonly PlaceName[]): Promise<void> {
  const acts: string[] = [];
  const note = (frame: { url(): string }) => {
    if (ACTS.test(frame.url())) acts.push(frame.url());
  };
  page.on('framenavigated', note);
  for (const [index, name] of names.entries()) {
    const { url, is }: Place = places[name];
    // A page of another origin comes back whole: it is there at once, and is not loaded again.
    await page.goBack({ waitUntil: 'commit' });
    await expect(page, `Back, ${index + 1}`).toHaveURL(url);
    await is(page);
  }
  page.off('framenavigated', note);
  expect(acts).toEqual([]);
}

/** How many orders a buyer has made, whatever became of them. */
export async function countOrders(books: BooksQuery, email: string): Promise<number> {
  const rows = await books.rows<{ readonly count: number }>(
    'select count(*)::int as count from orders join buyers on buyers.id = orders.buyer_id where buyers.email = $1',
    [email],
  );
  return rows[0]?.count ?? 0;
}
