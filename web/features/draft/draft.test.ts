import { expect, test } from 'vitest';
import { emptyDraft, parseDraft } from './draft.ts';

test('a stored draft comes back, without what it should not hold', () => {
  const draft = { sendCurrency: 'EUR', addressFixed: true, intruder: 'x', quoteExpireTime: 'soon' };
  expect(parseDraft(JSON.stringify({ version: 1, draft }))).toEqual({
    ...emptyDraft,
    sendCurrency: 'EUR',
    addressFixed: true,
  });
});

test('a method that is none is not kept', () => {
  const stored = (payMethod: string) => JSON.stringify({ version: 1, draft: { sendCurrency: 'EUR', payMethod } });
  expect(parseDraft(stored('barter'))).toEqual({ ...emptyDraft, sendCurrency: 'EUR' });
  expect(parseDraft(stored('bank_transfer')).payMethod).toBe('bank_transfer');
});

test.each([null, '{', 'null', '{"version":0,"draft":{"sendCurrency":"EUR"}}', '{"version":1}'])(
  'anything else is an empty draft: %s',
  (stored) => {
    expect(parseDraft(stored)).toEqual(emptyDraft);
  },
);
