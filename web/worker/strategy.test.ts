import { describe, expect, test } from 'vitest';
import { chooseStrategy, type Strategy } from './strategy.ts';

const ORIGIN = 'https://buy.example';

function getStrategy(path: string, { method = 'GET', mode = 'navigate' } = {}): Strategy {
  return chooseStrategy({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);
}

describe('a navigation', () => {
  test.each<[string, Strategy]>([
    ['/', 'document'],
    ['/edit?sendCurrency=EUR&address=a.b', 'document'],
    ['/buy/ETH_BASE', 'document'],
    ['/payment-status?orderNo=7KQ2M4XD9TAB3', 'document'],
    ['/administrator', 'document'],
    ['/plugins', 'document'],
    ['/select-card', 'card_document'],
    ['/select-card/', 'card_document'],
    ['/enter-card?orderNo=7KQ2M4XD9TAB3', 'card_document'],
    ['/enter-cards', 'document'],
    ['/plugin?partnerId=shop', 'untouched'],
    ['/plugin/index.html', 'untouched'],
    ['/docs/api', 'untouched'],
    ['/docs/installing', 'untouched'],
    ['/docs/payOrder', 'untouched'],
    ['/openapi.json', 'untouched'],
    ['/openapi-partner.json', 'untouched'],
    ['/llms.txt', 'untouched'],
    ['/healthz', 'untouched'],
    ['/readyz', 'untouched'],
    ['/metrics', 'untouched'],
    ['/admin/languages', 'untouched'],
    ['/gateway/buying/orderEvents?orderNo=1', 'untouched'],
    ['/terms.html', 'untouched'],
    ['/sw.js', 'untouched'],
  ])('to %s is handled as %s', (path, strategy) => expect(getStrategy(path)).toBe(strategy));
});

describe('a request of a page', () => {
  test.each<[string, Strategy]>([
    ['/assets/first-DijeWuAP.js', 'asset'],
    ['/assets/hankenGrotesk-CYTvqIXy.woff2', 'asset'],
    ['/languages/zh-CN.json', 'texts'],
    ['/admin/languages', 'untouched'],
    ['/gateway/buying/getList', 'untouched'],
    ['/gateway/assets/first.js', 'untouched'],
    ['/images/coins/btc.svg', 'untouched'],
    ['/manifest.webmanifest', 'untouched'],
    ['/healthz', 'untouched'],
    ['/edit', 'untouched'],
    ['/enter-card', 'untouched'],
  ])('for %s is handled as %s', (path, strategy) => expect(getStrategy(path, { mode: 'cors' })).toBe(strategy));
});

test.each(['POST', 'HEAD', 'PUT', 'DELETE'])('does not handle %s', (method) => {
  for (const path of ['/assets/first.js', '/edit', '/gateway/buying/payOrder', '/languages/zh-CN.json']) {
    expect(getStrategy(path, { method })).toBe('untouched');
  }
});

test('does not handle another origin', () => {
  for (const origin of ['https://js.stripe.com', 'https://buy.example.org', 'http://buy.example', `${ORIGIN}:8443`]) {
    expect(getStrategy(`${origin}/assets/first.js`)).toBe('untouched');
    expect(getStrategy(`${origin}/edit`)).toBe('untouched');
  }
});
