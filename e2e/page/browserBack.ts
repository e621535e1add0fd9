/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { expect } from '../world.ts';

type ExpectedPage = { readonly url: RegExp; readonly is: (page: Page) => Promise<void> };

const expectHeading = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();

/** Pages that Back may lead to, each with its URL and what it shows once it has loaded. */
const expectedPages = {
  edit: {
    url: /\/edit/,
    is: (page) => expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled(),
  },
  submit: { url: /\/submit-address/, is: expectHeading },
  confirm: { url: /\/confirm-address/, is: expectHeading },
  order: { url: /\/(?:payment|order)-status\?orderNo=/, is: expectHeading },
  wait: { url: /\/wait-payment\?orderNo=/, is: expectHeading },
  orders: { url: /\/my-orders$/, is: (page) => expect(page.getByRole('link', { name: /→/ }).first()).toBeVisible() },
  verifier: { url: /\/websdk\//, is: async () => undefined },
} satisfies Record<string, ExpectedPage>;

export type ExpectedPageName = keyof typeof expectedPages;

/** Pages that would repeat an action. Back must not open them, since a buyer who goes back has not asked for the action. */
const ONE_TIME_PAGES = /\/(?:email-login|verification-code|enter-information|select-card(?!\?orderNo=))/;

/** Presses the browser's Back once for each name. Checks that the named page appears and that no one-time page opens. */
export async function goBackTo(page: Page, ...names: readonly ExpectedPageName[]): Promise<void> {
  const openedOneTimePages: string[] = [];
  const recordOneTimePage = (frame: { url(): string }) => {
    if (ONE_TIME_PAGES.test(frame.url())) openedOneTimePages.push(frame.url());
  };
  page.on('framenavigated', recordOneTimePage);
  for (const [index, name] of names.entries()) {
    const { url, is }: ExpectedPage = expectedPages[name];
    // A page of another origin is restored whole from the back/forward cache and does not load again.
    await page.goBack({ waitUntil: 'commit' });
    await expect(page, `Back, ${index + 1}`).toHaveURL(url);
    await is(page);
  }
  page.off('framenavigated', recordOneTimePage);
  expect(openedOneTimePages).toEqual([]);
}

/** Returns how many orders a buyer has made, in any status. */
export async function countOrders(books: ReadOnlyDatabase, email: string): Promise<number> {
  const rows = await books.rows<{ readonly count: number }>(
    'select count(*)::int as count from orders join buyers on buyers.id = orders.buyer_id where buyers.email = $1',
    [email],
  );
  return rows[0]?.count ?? 0;
}
