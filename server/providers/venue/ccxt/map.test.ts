import {
  AuthenticationError,
  BadRequest,
  DDoSProtection,
  ExchangeError,
  ExchangeNotAvailable,
  InsufficientFunds,
  InvalidNonce,
  InvalidOrder,
  NetworkError,
  OnMaintenance,
  PermissionDenied,
  RateLimitExceeded,
  RequestTimeout,
} from 'ccxt';
import { describe, expect, test } from 'vitest';
import { toOrderFailure, toUnavailable } from './map.ts';

const formatError = (error: string) => `kraken {"error":["${error}"]}`;

describe('a failed order', () => {
  test.each([
    [new InsufficientFunds(formatError('EOrder:Insufficient funds')), 'refused', 'insufficient_funds'],
    [new InvalidOrder(formatError('EOrder:Order minimum not met')), 'refused', 'below_minimum'],
    [new ExchangeError(formatError('EOrder:Cost minimum not met')), 'refused', 'below_minimum'],
    [new InvalidOrder(formatError('EGeneral:Invalid arguments:volume minimum not met')), 'refused', 'below_minimum'],
    [new InvalidOrder(formatError('EGeneral:Invalid arguments:volume')), 'refused', 'invalid_request'],
    [new ExchangeError(formatError('EOrder:Tick size check failed')), 'refused', 'invalid_request'],
    [new OnMaintenance(formatError('EService:Market in cancel_only mode')), 'refused', 'market_closed'],
    [new PermissionDenied(formatError('EGeneral:Permission denied')), 'refused', 'not_permitted'],
    [new ExchangeError(formatError('EAPI:Invalid signature')), 'refused', 'not_permitted'],
    [new AuthenticationError('kraken 401'), 'refused', 'not_permitted'],
    [new BadRequest(formatError('EGeneral:Invalid arguments:deadline')), 'unavailable', undefined],
    [new InvalidNonce(formatError('EAPI:Invalid nonce')), 'unavailable', undefined],
    [new DDoSProtection(formatError('EOrder:Rate limit exceeded')), 'unavailable', undefined],
    [new RateLimitExceeded('kraken 429 Too Many Requests'), 'unavailable', undefined],
    [new NetworkError('kraken POST fetch failed: connect ECONNREFUSED 127.0.0.1:9'), 'unavailable', undefined],
    [new NetworkError('kraken POST fetch failed: other side closed'), 'unknown', undefined],
    [new RequestTimeout('kraken POST request timed out (10000 ms)'), 'unknown', undefined],
    [new ExchangeNotAvailable('kraken 502 Bad Gateway'), 'unknown', undefined],
    [new ExchangeNotAvailable(formatError('EService:Unavailable')), 'unknown', undefined],
    [new ExchangeError(formatError('EOrder:A text that is in no table')), 'unknown', undefined],
    [new TypeError('a fault of our own'), 'unknown', undefined],
    ['not even an error', 'unknown', undefined],
  ])('%s is %s %s', (error, kind, reason) => {
    const outcome = toOrderFailure(error);
    expect(outcome.kind).toBe(kind);
    expect(outcome.kind === 'refused' ? outcome.reason : undefined).toBe(reason);
  });
});

test('waits longer after a rate limit than after another failed query', () => {
  const brief = toUnavailable(new RequestTimeout('timed out'));
  const limited = toUnavailable(new RateLimitExceeded('429'));
  expect(brief.retryAfterMs).toBeLessThan(limited.retryAfterMs);
});
