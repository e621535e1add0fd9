/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type Draft, emptyDraft } from '../../web/features/draft/draft.ts';
import { enterAs, keep } from '../buyer.ts';
import { atRest } from '../inspect.ts';
import { expect } from '../world.ts';
import { type GalleryWorld, WALLETS } from './galleryWorld.ts';

export async function enterAsAnna(page: Page, world: GalleryWorld): Promise<void> {
  await enterAs(page, world.origin, await world.anna());
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

export async function openAsAnna(page: Page, world: GalleryWorld, path: string, title: string): Promise<void> {
  await enterAsAnna(page, world);
  await page.goto(path);
  await expectTitle(page, title);
}
