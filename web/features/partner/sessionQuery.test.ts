import { calls } from '@slipway/contract/calls.ts';
import { expect, test } from 'vitest';
import { buildSessionQuery } from './sessionQuery.ts';

const opened = { ...calls.openSession.example.data, redirectUrl: '', reference: '' } as const;

test('what is fixed locks its field, what is proposed fills it', () => {
  expect(`${buildSessionQuery(opened)}`).toBe(
    'sendCurrency=EUR&sendCurrencyAmount=100.00&getCurrency=BTC&partnerId=shop&opened=1',
  );
  expect(`${buildSessionQuery({ ...opened, amountFixed: false })}`).toBe(
    'defaultSendCurrency=EUR&defaultSendCurrencyAmount=100.00&defaultGetCurrency=BTC&partnerId=shop&opened=1',
  );
});

test('neither the address nor what the order is made with is in the address bar', () => {
  const query = `${buildSessionQuery({ ...opened, reference: 'cart 17' })}`;
  expect(query).toContain('reference=cart+17');
  expect(query).not.toContain(opened.address);
  expect(query).not.toContain(opened.partnerSession);
});
