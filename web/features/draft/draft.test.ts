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

test.each([null, '{', 'null', '{"version":0,"draft":{"sendCurrency":"EUR"}}', '{"version":1}'])(
  'anything else is an empty draft: %s',
  (stored) => {
    expect(parseDraft(stored)).toEqual(emptyDraft);
  },
);
