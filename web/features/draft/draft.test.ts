import { expect, test, vi } from 'vitest';
import { emptyDraft, parseDraft } from './draft.ts';

test('restores a stored draft without unknown or invalid fields', () => {
  const draft = { sendCurrency: 'EUR', addressFixed: true, intruder: 'x', quoteExpireTime: 'soon' };
  expect(parseDraft(JSON.stringify({ version: 1, draft }))).toEqual({
    ...emptyDraft,
    sendCurrency: 'EUR',
    addressFixed: true,
  });
});

test('discards an unknown payment method', () => {
  const stored = (payMethod: string) => JSON.stringify({ version: 1, draft: { sendCurrency: 'EUR', payMethod } });
  expect(parseDraft(stored('barter'))).toEqual({ ...emptyDraft, sendCurrency: 'EUR' });
  expect(parseDraft(stored('bank_transfer')).payMethod).toBe('bank_transfer');
});

test.each([null, '{', 'null', '{"version":0,"draft":{"sendCurrency":"EUR"}}', '{"version":1}'])(
  'returns an empty draft for invalid data: %s',
  (stored) => {
    expect(parseDraft(stored)).toEqual(emptyDraft);
  },
);

test('a page that was left does not overwrite the current draft', async () => {
  const stored = new Map<string, string>();
  const listening = new Map<string, () => void>();
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listening.set(name, listener));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.resetModules();
  const leftPage = await import('./draft.ts');
  leftPage.updateDraft({ address: 'bc1q' });
  listening.get('pagehide')?.();
  // Another page in this tab has paid and cleared the draft.
  stored.delete('globalState');
  leftPage.updateDraft({ sendCurrencyAmount: '60.00' });
  expect(stored.get('globalState')).toBeUndefined();
  vi.unstubAllGlobals();
});

test.each([
  [false, { address: '', walletType: '' }],
  [true, { address: 'bc1q', walletType: 'self_hosted' }],
])('logging out clears the wallet unless a partner fixed it: %s', async (addressFixed, expected) => {
  const wallet = { address: 'bc1q', walletType: 'self_hosted', sendCurrencyAmount: '60.00', addressFixed };
  const stored = new Map([['globalState', JSON.stringify({ version: 1, draft: wallet })]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.resetModules();
  const { clearDraftWallet, getDraft } = await import('./draft.ts');
  clearDraftWallet();
  expect(getDraft()).toMatchObject({ ...expected, sendCurrencyAmount: '60.00' });
  vi.unstubAllGlobals();
});
