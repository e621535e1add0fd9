import { beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft, getDraft, updateDraft } from '../draft/draft.ts';
import { findRefusalPage } from './findRefusalPage.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  updateDraft(emptyDraft);
});

const fixed = { partnerSession: 'proof', address: 'bc1q', addressFixed: true };

test('an opened purchase continues in the tab that has its session', () => {
  updateDraft(fixed);
  expect(findRefusalPage('?getCurrency=BTC&partnerId=shop&opened=1')).toBeNull();
  expect(getDraft()).toMatchObject(fixed);
});

test('an opened purchase is refused in another tab', () => {
  const refused = findRefusalPage('?getCurrency=BTC&partnerId=shop&opened=1');
  expect(`${refused?.path}?${refused?.query}`).toBe('/session-refused?reason=elsewhere&partnerId=shop');
});

test('another link of the partner starts a purchase without the session', () => {
  updateDraft(fixed);
  expect(findRefusalPage('?getCurrency=BTC&partnerId=shop')).toBeNull();
  expect(getDraft()).toMatchObject({ partnerSession: '', address: '', addressFixed: false });
});

test('later pages of the purchase keep the session', () => {
  updateDraft(fixed);
  expect(findRefusalPage('?orderNo=7KQ2M4XD9TAB3')).toBeNull();
  expect(getDraft()).toMatchObject(fixed);
});
