import { afterEach, describe, expect, test, vi } from 'vitest';
import { ok, refused } from '../../providers/outcome.ts';
import type { ConfiguredVendor, CredentialCheck } from '../../providers/vendor.ts';
import { createFakeChain } from '../../purchase/delivery/fakeChain.testing.ts';
import { createGuard } from './guard.ts';
import { guardChain, guardSigner } from './guardChain.ts';

const UNANSWERED: CredentialCheck = { kind: 'unavailable', retryAfterMs: 0, detail: 'no answer' };

function vendor(
  id: string,
  family: ConfiguredVendor['family'],
  environment: ConfiguredVendor['environment'],
  check?: () => Promise<CredentialCheck>,
): ConfiguredVendor {
  return {
    id,
    family,
    label: id,
    environment,
    wallets: [],
    secrets: {},
    addresses: {},
    create: () => Promise.reject(new Error('nobody creates it here')),
    checkCredentials: check,
  };
}

afterEach(() => vi.useRealTimers());

describe('the guard', () => {
  test('passes when every vendor confirms its expected environment', async () => {
    const guard = createGuard([
      vendor('stripe', 'card', 'live', async () => ok('live')),
      vendor('ethereum', 'chain', 'live', async () => ok('live')),
      vendor('ecb', 'rates', 'unknown'),
    ]);
    expect(guard.mayPayOut('ethereum')).toBe(false);
    expect(await guard.checkAll()).toEqual([]);
    expect(guard.mayPayOut('ethereum')).toBe(true);
    expect(guard.mayPayOut('bitcoin')).toBe(false);
    expect(guard.states().every(({ state }) => state === 'passed')).toBe(true);
  });

  test('retries a rate-limited vendor after its limit refills, and allows no payout before', async () => {
    const checks = { count: 0 };
    let answer: CredentialCheck = {
      kind: 'unavailable',
      retryAfterMs: 3_600_000,
      detail: 'rate limit',
      cause: 'budget',
    };
    const guard = createGuard([
      vendor('kraken', 'venue', 'live', async () => {
        checks.count += 1;
        return answer;
      }),
      vendor('ethereum', 'chain', 'live', async () => ok('live')),
    ]);
    await guard.checkAll();
    await guard.checkAll();
    expect(checks.count).toBe(1);
    expect(guard.states()).toMatchObject([{ id: 'kraken', state: 'busy', detail: 'rate limit' }, { state: 'passed' }]);
    expect(guard.mayPayOut('ethereum')).toBe(false);
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
    answer = ok('live');
    await guard.checkAll();
    later.mockRestore();
    expect(guard.mayPayOut('ethereum')).toBe(true);
  });

  test('waits for a vendor that does not answer, without refusing it', async () => {
    let node: CredentialCheck = UNANSWERED;
    let acquirer: CredentialCheck = UNANSWERED;
    const guard = createGuard([
      vendor('stripe', 'card', 'live', async () => acquirer),
      vendor('ethereum', 'chain', 'live', async () => node),
      vendor('bitcoin', 'chain', 'live', async () => ok('live')),
    ]);
    expect(await guard.checkAll()).toEqual([]);
    expect(guard.states()).toMatchObject([
      { id: 'stripe', state: 'waiting', detail: 'no answer' },
      { id: 'ethereum', state: 'waiting' },
      { id: 'bitcoin', state: 'passed' },
    ]);
    acquirer = ok('live');
    await guard.checkAll();
    expect(guard.mayPayOut('bitcoin')).toBe(true);
    expect(guard.mayPayOut('ethereum')).toBe(false);
    node = ok('live');
    await guard.checkAll();
    expect(guard.mayPayOut('ethereum')).toBe(true);
  });

  test('refuses a node of another chain by name, however late it answers', async () => {
    let node: CredentialCheck = UNANSWERED;
    const guard = createGuard([
      vendor('ethereum', 'chain', 'live', async () => node),
      vendor('base', 'chain', 'live', async () => ok('live')),
    ]);
    await guard.checkAll();
    node = refused('its node follows chain 31337, not 1');
    expect(await guard.checkAll()).toEqual(['network ethereum: its node follows chain 31337, not 1']);
    // Reported once; all payouts stop until a person has checked.
    expect(await guard.checkAll()).toEqual([]);
    expect(guard.mayPayOut('ethereum')).toBe(false);
    expect(guard.mayPayOut('base')).toBe(false);
    expect(guard.states()[0]).toMatchObject({ state: 'refused' });
  });

  test('refuses a credential whose environment differs from the expected one', async () => {
    const guard = createGuard([
      vendor('stripe', 'card', 'live', async () => ok('test')),
      vendor('ethereum', 'chain', 'live', async () => ok('live')),
    ]);
    expect(await guard.checkAll()).toEqual([
      'stripe: its key is for test, but it is configured as live',
      'stripe is play money, and these are real: network ethereum',
    ]);
    expect(guard.mayPayOut('ethereum')).toBe(false);
  });

  test('allows no payout of real coins with play money, also when only the vendor reports its environment', async () => {
    let acquirer: CredentialCheck = UNANSWERED;
    const guard = createGuard([
      vendor('acquirer', 'card', 'unknown', async () => acquirer),
      vendor('ethereum', 'chain', 'live', async () => ok('live')),
    ]);
    await guard.checkAll();
    expect(guard.mayPayOut('ethereum')).toBe(false);
    acquirer = ok('test');
    expect(await guard.checkAll()).toEqual(['acquirer is play money, and these are real: network ethereum']);
    expect(guard.mayPayOut('ethereum')).toBe(false);
  });

  test('checks a node again after it passed: keeps its state if it is unavailable, refuses it on another chain', async () => {
    vi.useFakeTimers();
    let node: CredentialCheck = ok('live');
    const guard = createGuard([vendor('ethereum', 'chain', 'live', async () => node)]);
    await guard.checkAll();
    node = UNANSWERED;
    vi.advanceTimersByTime(120_000);
    expect(await guard.checkAll()).toEqual([]);
    expect(guard.mayPayOut('ethereum')).toBe(true);
    node = refused('its node follows chain 5, not 1');
    vi.advanceTimersByTime(120_000);
    expect(await guard.checkAll()).toHaveLength(1);
    expect(guard.mayPayOut('ethereum')).toBe(false);
  });

  test('waits for a vendor that hangs or throws', async () => {
    const guard = createGuard(
      [
        vendor('hangs', 'card', 'live', () => new Promise(() => undefined)),
        vendor('breaks', 'identity', 'live', () => Promise.reject(new Error('out of memory'))),
      ],
      20,
    );
    expect(await guard.checkAll()).toEqual([]);
    expect(guard.states()).toMatchObject([
      { state: 'waiting', detail: 'no answer within 0.02 s' },
      { state: 'waiting', detail: 'out of memory' },
    ]);
  });
});

test('reads no treasury, signs nothing and broadcasts nothing before the guard has passed', async () => {
  const native = { id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 };
  const { chain, signer, broadcasts } = createFakeChain('eip155:1', native);
  let open = false;
  const guarded = guardChain(chain, () => open);
  const guardedSigner = guardSigner(signer, (network) => open && network === 'eip155:1');
  const request = { asset: native, to: '0xBuyer', units: 1n };
  const composed = chain.composePayout(
    [request],
    { kind: 'nonce' },
    { nextNonce: 0, held: new Set(), waiting: 0, live: [], superseded: new Set() },
    10n ** 30n,
  );
  if (composed.kind !== 'ok') throw new Error(composed.kind);
  const unsigned = composed.value;
  const signed = { transactionId: 'tx', bytes: 'bytes' };

  expect(await guarded.readTreasury(request)).toMatchObject({ kind: 'unavailable' });
  const payments = [{ orderNo: 'A', request }] as const;
  expect(await guardedSigner.pay('eip155:1', unsigned, payments)).toMatchObject({ kind: 'unavailable' });
  expect(await guardedSigner.cancel('eip155:1', unsigned, ['A'])).toMatchObject({ kind: 'unavailable' });
  expect(await guarded.broadcastPayout(signed)).toMatchObject({ kind: 'unavailable' });
  expect(broadcasts).toEqual([]);
  // Earlier payouts are still watched.
  expect(await guarded.getPayout(signed, unsigned)).toMatchObject({ kind: 'ok' });
  expect(guarded.validateAddress('0xBuyer', native)).toMatchObject({ valid: true });

  open = true;
  expect(await guarded.readTreasury(request)).toMatchObject({ kind: 'ok' });
  expect(await guardedSigner.pay('eip155:1', unsigned, payments)).toMatchObject({ kind: 'ok' });
  expect(await guardedSigner.pay('eip155:2', unsigned, payments)).toMatchObject({ kind: 'unavailable' });
  expect(await guarded.broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
});
