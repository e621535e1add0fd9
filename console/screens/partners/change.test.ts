import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

const stands = { origins: 'https://a.example', redirects: '', webhookUrl: 'https://a.example/hooks' };
const act = { input: { change: '{"kind":"partner","key":"shop","fields":{}}' } };
const fieldsOf = (draft: Partial<typeof stands>) => {
  const input = changeOf(act, stands, { ...stands, ...draft });
  return input && (JSON.parse(input['change'] ?? '') as { readonly fields: unknown }).fields;
};

test('a change has what differs, and nothing else', () => {
  expect(fieldsOf({})).toBeUndefined();
  expect(fieldsOf({ origins: 'https://a.example  https://b.example ' })).toEqual({
    origins: ['https://a.example', 'https://b.example'],
  });
  expect(fieldsOf({ redirects: 'https://c.example' })).toEqual({ redirects: ['https://c.example'] });
});

test('an address that is emptied is taken out of the row', () => {
  expect(fieldsOf({ webhookUrl: '' })).toEqual({ webhookUrl: null });
});

test('a change names its row', () => {
  const input = changeOf(act, stands, { ...stands, origins: '' });
  expect(JSON.parse(input?.['change'] ?? '')).toEqual({ kind: 'partner', key: 'shop', fields: { origins: [] } });
});
