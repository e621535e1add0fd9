import { calls } from '@slipway/contract/calls.ts';
import { expect, test } from 'vitest';
import { buildSessionQuery } from './sessionQuery.ts';

const opened = { ...calls.openSession.example.data, redirectUrl: '', reference: '' } as const;

test('locks fixed fields and fills proposed ones', () => {
  expect(`${buildSessionQuery(opened)}`).toBe(
    'sendCurrency=EUR&sendCurrencyAmount=100.00&getCurrency=BTC&partnerId=shop&opened=1',
  );
  expect(`${buildSessionQuery({ ...opened, amountFixed: false })}`).toBe(
    'defaultSendCurrency=EUR&defaultSendCurrencyAmount=100.00&defaultGetCurrency=BTC&partnerId=shop&opened=1',
  );
});

test('contains neither the address nor the session’s proof', () => {
  const query = `${buildSessionQuery({ ...opened, reference: 'cart 17' })}`;
  expect(query).toContain('reference=cart+17');
  expect(query).not.toContain(opened.address);
  expect(query).not.toContain(opened.partnerSession);
});
