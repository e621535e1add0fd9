import { expect, test } from 'vitest';
import { buildPartnerChange, findDraftErrors } from './partnerDraft.ts';

const current = {
  name: 'A shop',
  origins: 'https://a.example',
  redirects: '',
  webhookUrl: 'https://a.example/hooks',
  share: '1',
  payMethod: '',
  offerType: 'slipway',
  savedCardEuroPerDay: '0.00',
};
const act = { input: { change: '{"kind":"partner","key":"shop","fields":{}}' } };
const listFields = (draft: Partial<typeof current>) => {
  const input = buildPartnerChange(act, current, { ...current, ...draft });
  return input && (JSON.parse(input['change'] ?? '') as { readonly fields: unknown }).fields;
};

test('a change contains only the fields that differ', () => {
  expect(listFields({})).toBeUndefined();
  expect(listFields({ name: ' A shop ' })).toBeUndefined();
  expect(listFields({ origins: 'https://a.example  https://b.example ' })).toEqual({
    origins: ['https://a.example', 'https://b.example'],
  });
  expect(listFields({ redirects: 'https://c.example' })).toEqual({ redirects: ['https://c.example'] });
  expect(listFields({ name: 'The shop', payMethod: 'bank_transfer' })).toEqual({
    name: 'The shop',
    payMethod: 'bank_transfer',
  });
});

test('removes an emptied field from the row', () => {
  expect(listFields({ webhookUrl: '', offerType: ' ' })).toEqual({ webhookUrl: null, offerType: null });
});

test('converts a share from percent to a fraction exactly', () => {
  expect(listFields({ share: '1.25' })).toEqual({ share: '0.0125' });
  expect(listFields({ share: '0' })).toEqual({ share: '0' });
  expect(listFields({ share: ' 2.50 ' })).toEqual({ share: '0.025' });
});

test('accepts a daily limit of saved cards in euros, and reports any other text', () => {
  expect(listFields({ savedCardEuroPerDay: ' 50.50 ' })).toEqual({ savedCardEuroPerDay: '50.50' });
  for (const text of ['', '-1', '1,5', '0.001', '01', 'all'])
    expect(Object.keys(findDraftErrors({ ...current, savedCardEuroPerDay: text }))).toEqual(['savedCardEuroPerDay']);
});

test('reports each invalid field and builds no request', () => {
  expect(findDraftErrors(current)).toEqual({});
  expect(Object.keys(findDraftErrors({ ...current, name: ' ', share: '100' }))).toEqual(['name', 'share']);
  expect(listFields({ share: '100', origins: 'https://b.example' })).toBeUndefined();
});

test('a change contains its row’s kind and key', () => {
  const input = buildPartnerChange(act, current, { ...current, origins: '' });
  expect(JSON.parse(input?.['change'] ?? '')).toEqual({ kind: 'partner', key: 'shop', fields: { origins: [] } });
});
