import { createZeroAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OfferAnswer, OfferProvider, OfferRequest } from '../../providers/offers/offerPort.ts';
import { OFFER_TIMEOUT_MS } from './providerClient.ts';
import { createProviderGroup } from './providerGroup.ts';

const euro = fiatAsset('EUR');
const pay = parseAmount(euro, '100');
const request = {
  side: 'Pay',
  amount: pay,
  payAsset: euro,
  coin: { asset: { ...euro, id: 'eip155:1/slip44:60' } },
  method: 'credit_debit_card',
  country: 'DE',
} as unknown as OfferRequest;
/** The request with another amount. */
const createRequest = (units: bigint) => ({ ...request, amount: { ...pay, units } });
const offered: OfferAnswer = {
  kind: 'ok',
  value: {
    pay,
    receive: pay,
    processingFee: createZeroAmount(euro),
    networkFee: createZeroAmount(euro),
    affiliateFee: createZeroAmount(euro),
    publishedMinutes: 10,
    identity: 'document',
    needsAccount: false,
  },
};
const away: OfferAnswer = { kind: 'unavailable', detail: 'away' };

function createProvider(id: string, quote: OfferProvider['quote']): OfferProvider {
  return { id, name: id, contact: { supportUrl: '' }, quote } as unknown as OfferProvider;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('requestOffers', () => {
  test('omits a provider that does not answer within two seconds, and returns the others', async () => {
    // AbortSignal.timeout counts real time: the test supplies its signal.
    const ending = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal);
    const providerGroup = createProviderGroup(
      [createProvider('a', async () => offered), createProvider('b', () => new Promise(() => undefined))],
      () => true,
    );
    const pendingOffers = providerGroup.requestOffers(request);
    ending.abort();
    const { offers, missing } = await pendingOffers;
    expect(offers.map((one) => one.provider.id)).toEqual(['a']);
    expect(missing.map(({ id }) => id)).toEqual(['b']);
    expect(AbortSignal.timeout).toHaveBeenCalledWith(OFFER_TIMEOUT_MS);
    vi.restoreAllMocks();
  });

  test('separates refusals from unavailable providers', async () => {
    const refused: OfferAnswer = { kind: 'refused', reason: 'region', detail: '' };
    const providerGroup = createProviderGroup(
      [createProvider('a', async () => refused), createProvider('b', async () => away)],
      () => true,
    );
    const answer = await providerGroup.requestOffers(request);
    expect(answer.refusals.map((one) => one.answer.reason)).toEqual(['region']);
    expect(answer.missing.map(({ id }) => id)).toEqual(['b']);
  });

  test('does not query a disabled provider', async () => {
    const quote = vi.fn(async () => offered);
    const providerGroup = createProviderGroup([createProvider('a', quote)], () => false);
    expect(await providerGroup.requestOffers(request)).toEqual({ offers: [], refusals: [], missing: [] });
    expect(quote).not.toHaveBeenCalled();
    expect(providerGroup.find('a')).toBeUndefined();
  });
});

describe('a provider', () => {
  test('that fails repeatedly is skipped, then retried after pauses until it answers', async () => {
    let answer: OfferAnswer = away;
    const quote = vi.fn(async () => answer);
    const providerGroup = createProviderGroup([createProvider('a', quote)], () => true);
    for (let round = 0; round < 10; round += 1) await providerGroup.requestOffers(request);
    expect(quote).toHaveBeenCalledTimes(4);
    answer = offered;
    expect((await providerGroup.requestOffers(request)).missing).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await providerGroup.requestOffers(request)).offers).toHaveLength(1);
    expect((await providerGroup.requestOffers(createRequest(1n))).offers).toHaveLength(1);
    expect(quote).toHaveBeenCalledTimes(6);
  });

  test('that refuses every request is still queried each time', async () => {
    const quote = vi.fn(async (): Promise<OfferAnswer> => ({ kind: 'refused', reason: 'method', detail: '' }));
    const providerGroup = createProviderGroup([createProvider('a', quote)], () => true);
    for (let round = 0; round < 10; round += 1) await providerGroup.requestOffers(createRequest(BigInt(round)));
    expect(quote).toHaveBeenCalledTimes(10);
  });
});

test('counts each answer once, by outcome and duration, until the counts are taken', async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 180));
    return offered;
  };
  const providerGroup = createProviderGroup(
    [createProvider('a', slow), createProvider('b', async () => away)],
    () => true,
    Date.now,
  );
  for (let round = 0; round < 6; round += 1) {
    const asking = providerGroup.requestOffers(createRequest(BigInt(round)));
    await vi.advanceTimersByTimeAsync(180);
    await asking;
  }
  // A provider that has failed four times in a row is no longer queried.
  expect(providerGroup.takeCounts().toSorted((one, other) => other.times - one.times)).toEqual([
    { provider: 'a', outcome: 'ok', withinMs: 200, times: 6 },
    { provider: 'b', outcome: 'unavailable', withinMs: 50, times: 4 },
    { provider: 'b', outcome: 'left_out', withinMs: 50, times: 2 },
  ]);
  expect(providerGroup.takeCounts()).toEqual([]);
});

describe('identical requests', () => {
  const QUOTED = 50;

  test('at the same time are sent once to each provider', async () => {
    const quotes = ['a', 'b'].map(() => vi.fn(async () => offered));
    const providerGroup = createProviderGroup(
      quotes.map((quote, index) => createProvider(String(index), quote)),
      () => true,
    );
    const answers = await Promise.all(Array.from({ length: QUOTED }, () => providerGroup.requestOffers(request)));
    expect(answers.flatMap(({ offers }) => offers)).toHaveLength(2 * QUOTED);
    for (const quote of quotes) expect(quote).toHaveBeenCalledTimes(1);
  });

  test('do not include those with another amount, side, method or country', async () => {
    const quote = vi.fn(async () => offered);
    const providerGroup = createProviderGroup([createProvider('a', quote)], () => true);
    const others: readonly OfferRequest[] = [
      request,
      createRequest(1n),
      { ...request, side: 'Get' },
      { ...request, method: 'apple_pay' },
      { ...request, country: 'FR' },
    ];
    await Promise.all(others.map((one) => providerGroup.requestOffers(one)));
    expect(quote).toHaveBeenCalledTimes(others.length);
  });

  test('share one answer for five seconds, with its age', async () => {
    const quote = vi.fn(async () => offered);
    const providerGroup = createProviderGroup([createProvider('a', quote)], () => true);
    await providerGroup.requestOffers(request);
    await vi.advanceTimersByTimeAsync(4_000);
    expect((await providerGroup.requestOffers(request)).offers).toMatchObject([{ ageMs: 4_000 }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await providerGroup.requestOffers(request)).offers).toMatchObject([{ ageMs: 0 }]);
    expect(quote).toHaveBeenCalledTimes(2);
  });

  test('are sent again when the provider was unavailable', async () => {
    const quote = vi.fn(async () => away);
    const providerGroup = createProviderGroup([createProvider('a', quote)], () => true);
    for (let round = 0; round < 3; round += 1) await providerGroup.requestOffers(request);
    expect(quote).toHaveBeenCalledTimes(3);
  });

  test('are cached up to a limit, and the oldest is dropped', async () => {
    const quote = vi.fn(async () => offered);
    const providerGroup = createProviderGroup([createProvider('a', quote)], () => true);
    for (let units = 0n; units <= 500n; units += 1n) await providerGroup.requestOffers(createRequest(units));
    await providerGroup.requestOffers(createRequest(500n));
    expect(quote).toHaveBeenCalledTimes(501);
    await providerGroup.requestOffers(createRequest(0n));
    expect(quote).toHaveBeenCalledTimes(502);
  });
});

test('does not query a rate-limited provider until its limit ends', async () => {
  const quote = vi.fn(async (): Promise<OfferAnswer> => ({ ...away, limitedMs: 30_000 }));
  const providerGroup = createProviderGroup([createProvider('a', quote)], () => true);
  await providerGroup.requestOffers(request);
  await vi.advanceTimersByTimeAsync(29_999);
  expect((await providerGroup.requestOffers(request)).missing).toHaveLength(1);
  expect(quote).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await providerGroup.requestOffers(request);
  expect(quote).toHaveBeenCalledTimes(2);
});
