/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import {
  enterAddress,
  expectStatus,
  logIn,
  payWithCard,
  readOrderNumber,
  submitDetails,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { collectRequests } from '../page/collectRequests.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

const findNotice = (page: Page) => page.getByRole('complementary', { name: 'Recording' });

/**
 * Uploads a part that the server never stores, and returns the error: `replay_off` or, once the api has read the rule that
 * allows recordings, `replay_full`.
 */
async function readUploadError(origin: string): Promise<string | undefined> {
  const response = await fetch(`${origin}/gateway/buying/addReplay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recording: '3f0c5a52-6d0e-4b53-9a52-0d2f6f1f4c11', sequence: 999, events: '' }),
  });
  return ((await response.json()) as { data: { error?: string } }).data.error;
}

/** Event types of rrweb, which makes the recordings. */
const FULL_SNAPSHOT = 2;
const META = 4;

test.describe('the recording of a visit', () => {
  test('is refused until the operator switches it on', async ({ page, books, origin }) => {
    const before = await listRecordings(books);
    await expect.poll(() => readUploadError(origin)).toBe('replay_off');
    const recorder = collectRequests(page, 'recordVisit');
    const refused = page.waitForResponse(/addReplay/);
    await page.goto('/edit?debug=true');
    expect(await (await refused).json()).toMatchObject({ data: { error: 'replay_off' } });
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    expect(recorder).toEqual([]);
    await expect(findNotice(page)).toHaveCount(0);
    expect(await listRecordings(books)).toEqual(before);
  });
});

test.describe('the recording of a visit, when switched on,', () => {
  test.beforeEach(async ({ operator, undoWith, origin }) => {
    undoWith('set', 'rule', 'sessionReplay', 'no');
    await operator.runByTwo('set', 'rule', 'sessionReplay', 'yes');
    await expect.poll(() => readUploadError(origin)).toBe('replay_full');
  });

  test('begins only with debug=true, and never on private screens', async ({ page }) => {
    const uploads = collectRequests(page, 'addReplay');
    const loaded = collectRequests(page, 'openReplay');
    for (const query of ['', '?debug=false', '?debug', '?x=debug=true']) {
      await page.goto(`/edit${query}`);
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    }
    expect(loaded).toEqual([]);
    const screens = ['select-card', 'enter-card', 'enter-information', 'verify-id', 'kyc-status', 'email-login'];
    for (const path of [...screens, 'verification-code', 'settings']) {
      await page.goto(`/${path}?debug=true`);
      await page.waitForLoadState('networkidle');
    }
    // A page sends its pending events when it unloads.
    await page.goto('about:blank');
    expect(loaded.length).toBeGreaterThan(0);
    expect(uploads).toEqual([]);
  });

  test('contains no typed text and no private screen', async ({ page, desk, books, operator }) => {
    const before = await listRecordings(books);
    const [address, email] = [privateKeyToAddress(generatePrivateKey()), newEmail()];
    const consoleProblems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') consoleProblems.push(message.text());
    });
    await page.goto(`/edit?debug=true&sendCurrency=EUR&getCurrency=ETH&address=${address}`);
    await expect(findNotice(page)).toContainText('This visit is recorded');
    const amount = page.getByRole('textbox', { name: 'You pay' });
    await amount.fill('91.37');
    await amount.blur();
    await page.getByRole('button', { name: 'Continue' }).click();
    await enterAddress(page, address);
    await expect(findNotice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await logIn(page, desk, email);
    await expect(findNotice(page)).toHaveCount(0);
    await submitDetails(page);
    await payWithCard(page, testCards.pays);
    await expectStatus(page, 'Delivered');
    expect(consoleProblems).toEqual([]);

    const id = await waitForNewRecording(books, before);
    expect(await operator.run('list', 'replays')).toContain(id);
    const recorded = await operator.run('export', 'replay', id);
    const shown = ['You pay', 'Enter Wallet Address', 'Self-hosted wallet', 'Where is this wallet?'];
    expect(shown.filter((text) => !recorded.includes(text))).toEqual([]);
    const typed = ['91.37', address, address.slice(2, 12), email, 'Anna', 'Weber', 'Berlin', readOrderNumber(page)];
    const neverRecorded = ['@example', 'EUR', 'Email', 'Verification code', 'First name', 'Name on card', 'Delivered'];
    expect([...typed, ...neverRecorded].filter((secret) => recorded.includes(secret))).toEqual([]);
    const texts = [...recorded.matchAll(/"(?:textContent|text|value)":"([^"]*)"/g)].map(([, text = '']) => text);
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => /\d[.,]\d/.test(text))).toEqual([]);

    const events = JSON.parse(recorded) as { type: number; data: { href?: string } }[];
    expect(events.filter(({ type }) => type === FULL_SNAPSHOT)).toHaveLength(1);
    const paths = events.filter(({ type }) => type === META).map(({ data }) => new URL(data.href ?? '').pathname);
    expect(paths).toEqual(['/edit']);
    const rows = await books.rows('select country from replay_recordings where id = $1', [id]);
    expect(rows).toEqual([{ country: 'DE' }]);
  });

  test('ends at the login and does not resume after it', async ({ page, books, operator }) => {
    const before = await listRecordings(books);
    await page.goto('/edit?debug=true');
    await expect(findNotice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('link', { name: 'Log In' })
      .or(page.getByRole('button', { name: 'Log In' }))
      .click();
    await expect(page).toHaveURL(/\/email-login/);
    await expect(findNotice(page)).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Email' }).fill('typed@example.com');
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await expect(findNotice(page)).toHaveCount(0);
    const id = await waitForNewRecording(books, before);
    const isRecorded = async (text: string) => (await operator.run('export', 'replay', id)).includes(text);
    await expect.poll(async () => isRecorded('You pay')).toBe(true);
    expect(await isRecorded('typed')).toBe(false);
    expect(await isRecorded('Email')).toBe(false);
  });

  test('ends when the buyer stops it', async ({ page }) => {
    const uploads = collectRequests(page, 'addReplay');
    await page.goto('/edit?debug=true');
    await findNotice(page).getByRole('button', { name: 'Stop' }).click();
    await expect(findNotice(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Enter Wallet Address' })).toBeVisible();
    // A page sends its pending events when it unloads.
    await page.goto('about:blank');
    const readUploads = () => uploads.map((request) => request.postData() ?? '').join('');
    await expect.poll(() => readUploads().includes('You pay')).toBe(true);
    expect(readUploads().includes('Enter Wallet Address')).toBe(false);
  });
});

async function listRecordings(books: ReadOnlyDatabase): Promise<string[]> {
  return (await books.rows<{ id: string }>('select id::text from replay_recordings')).map(({ id }) => id);
}

/** Waits for a recording that is not in `before`, and returns its id. */
async function waitForNewRecording(books: ReadOnlyDatabase, before: readonly string[]): Promise<string> {
  const find = async () => (await listRecordings(books)).find((id) => !before.includes(id));
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
}
