/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type Draft, emptyDraft } from '../../web/features/draft/draft.ts';
import { logInAsBuyer, presetStorageItem } from '../buyers/buyer.ts';
import { finishAnimations } from '../page/inspectPage.ts';
import { expect } from '../world.ts';
import { type GalleryWorld, WALLETS } from './galleryWorld.ts';

export async function logInAsAnna(page: Page, world: GalleryWorld): Promise<void> {
  await logInAsBuyer(page, world.origin, await world.anna());
}

const purchaseDraft: Partial<Draft> = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'ETH_BASE',
  payMethod: 'credit_debit_card',
};

/** Stores a draft as if the buyer came from Edit: 100 EUR of ether by card, overridden by `changes`. */
export async function presetDraft(page: Page, changes: Partial<Draft> = {}): Promise<void> {
  const draft = { ...emptyDraft, ...purchaseDraft, ...changes };
  // The version must equal VERSION in web/features/draft/draft.ts: the app discards drafts of other versions.
  await presetStorageItem(page, 'sessionStorage', 'globalState', JSON.stringify({ version: 1, draft }));
}

/** Draft fields that Submit Address sets. */
export const addressDraft: Partial<Draft> = { address: WALLETS.ether, walletType: 'self_hosted' };

export async function expectTitle(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Waits until a sheet, a dialog or the drawer is open and has finished its animation. */
export async function waitForPopup(page: Page): Promise<void> {
  await expect(page.locator('dialog[open]')).toBeVisible();
  await finishAnimations(page);
}

export async function openAsAnna(page: Page, world: GalleryWorld, path: string, title: string): Promise<void> {
  await logInAsAnna(page, world);
  await page.goto(path);
  await expectTitle(page, title);
}
