/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type Draft, emptyDraft } from '../../web/features/draft/draft.ts';
import { atRest } from '../inspect.ts';
import { expect } from '../world.ts';
import { type Buyer, type GalleryWorld, WALLETS } from './galleryWorld.ts';

/** The page's browser is from now on the buyer's. */
export async function enterAs(page: Page, { origin }: GalleryWorld, { client, userInfo }: Buyer): Promise<void> {
  await page.context().addCookies(client.cookies().map((cookie) => ({ ...cookie, url: origin })));
  await keep(page, 'localStorage', 'userInfo', JSON.stringify(userInfo));
}

export async function enterAsAnna(page: Page, world: GalleryWorld): Promise<void> {
  await enterAs(page, world, await world.anna());
}

/** Whatever the page itself stores later is not overwritten. */
async function keep(page: Page, area: 'localStorage' | 'sessionStorage', key: string, value: string): Promise<void> {
  await page.addInitScript(
    (entry) => {
      // A frame of another kind has no storage, and needs none.
      if (window !== window.top || window[entry.area].getItem(entry.key) !== null) return;
      window[entry.area].setItem(entry.key, entry.value);
    },
    { area, key, value },
  );
}

const purchase: Partial<Draft> = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'ETH_BASE',
  payMethod: 'credit_debit_card',
};

/** As if the buyer came from Edit: a hundred euros of ether by card, unless `more` says otherwise. */
export async function begunPurchase(page: Page, more: Partial<Draft> = {}): Promise<void> {
  const draft = { ...emptyDraft, ...purchase, ...more };
  // VERSION of features/draft/draft.ts: a draft of another one would be thrown away, and the scene would not be reached.
  await keep(page, 'sessionStorage', 'globalState', JSON.stringify({ version: 1, draft }));
}

/** As after Submit Address. */
export const addressed: Partial<Draft> = { address: WALLETS.ether, walletType: 'self_hosted' };

export async function expectTitle(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** A sheet, a dialog or the drawer, come to rest. */
export async function expectPopup(page: Page): Promise<void> {
  await expect(page.locator('dialog[open]')).toBeVisible();
  await atRest(page);
}
