import { disguisedAddresses } from '@slipway/contract/disguisedAddresses.testing.ts';
import { describe, expect, test } from 'vitest';
import { parseProviderStep, parseReturnTarget, parseWebPage } from './providerStep.ts';

describe('parseProviderStep', () => {
  test.each([
    ['/select-card?orderNo=7KQ2', { kind: 'here', path: '/select-card?orderNo=7KQ2' }],
    [
      ' https://buy.provider.example/checkout?id=1 ',
      { kind: 'away', address: 'https://buy.provider.example/checkout?id=1', host: 'buy.provider.example' },
    ],
    ['Open the e-mail that we sent.', { kind: 'words', explanation: 'Open the e-mail that we sent.' }],
    ['Note: open the e-mail.', { kind: 'none' }],
    ['', { kind: 'none' }],
    ['//evil.example', { kind: 'none' }],
    ['/\\evil.example', { kind: 'none' }],
    ['javascript:alert(1)', { kind: 'none' }],
    ['data:text/html,x', { kind: 'none' }],
    ['http://buy.provider.example', { kind: 'none' }],
    ['https://slipway.example@evil.example/', { kind: 'none' }],
  ])('parses %j as %j', (content, expected) => {
    expect(parseProviderStep(content)).toEqual(expected);
  });

  test.each(disguisedAddresses)('does not parse %j as a page of the product', (address) => {
    expect(parseProviderStep(address).kind).not.toBe('here');
  });
});

test('allows HTTP only for localhost', () => {
  expect(parseWebPage('http://localhost:8180/back')?.host).toBe('localhost:8180');
  expect(parseWebPage('http://localhost.evil.example/')).toBeNull();
});

test.each([
  ['https://shop.example/thanks', 'shop.example'],
  ['com.example.shop://thanks?cart=17', 'com.example.shop'],
  ['javascript://shop.example/%0aalert(1)', undefined],
  ['shop://thanks', undefined],
  ['//shop.example', undefined],
])('the return target %s has the host %s', (address, host) => expect(parseReturnTarget(address)?.host).toBe(host));
