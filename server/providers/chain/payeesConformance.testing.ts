import { expect, test } from 'vitest';
import type { PayoutRequest, PayoutRequests, SignedPayout, UnsignedPayout } from './chainPort.ts';
import type { ChainSubject } from './chainSubject.testing.ts';
import { NO_CEILING, NOTHING_CLAIMED, requireComposed, requireOkValue } from './composeHelpers.testing.ts';

/**
 * Registers the tests of paying several payees in one transaction. On a chain with one payee per transaction, they only
 * check that more are rejected.
 */
export function payeesConformance(createSubject: () => ChainSubject): void {
  const createRequest = ({ assets, freshAddress }: ChainSubject, units: bigint): PayoutRequest => {
    const [asset] = assets;
    if (!asset) throw new Error('the subject names no asset');
    return { asset, to: freshAddress(), units };
  };
  /**
   * Returns two equal requests, a third to the same address, and two others; undefined if a transaction has only one
   * payee.
   */
  const createRequests = (subject: ChainSubject): PayoutRequests | undefined => {
    if (subject.chain.traits.mostPayees === 1) return undefined;
    const first = createRequest(subject, 12_345_000n);
    return [
      first,
      first,
      { ...first, units: 23_456_000n },
      createRequest(subject, 34_567_000n),
      createRequest(subject, 12_345_000n),
    ];
  };
  const compose = async ({ chain }: ChainSubject, requests: PayoutRequests) =>
    chain.composePayout(requests, requireOkValue(await chain.readTreasury(requests[0])), NOTHING_CLAIMED, NO_CEILING);

  /** Expects that each address received its requested amounts this many times. */
  async function expectPaid({ readBalance }: ChainSubject, requests: PayoutRequests, times: bigint): Promise<void> {
    for (const { asset, to } of requests) {
      const requestedUnits = requests.filter((other) => other.to === to).reduce((sum, { units }) => sum + units, 0n);
      expect(await readBalance(asset, to)).toBe(requestedUnits * times);
    }
  }

  /** Returns the next form: a bump or a cancellation. */
  async function composeNextForm(
    { chain }: ChainSubject,
    { unsigned, signed }: { readonly unsigned: UnsignedPayout; readonly signed: SignedPayout },
    method: 'bumpPayout' | 'cancelPayout',
  ) {
    const limits = { mostFee: NO_CEILING, refused: false, live: [] };
    return requireComposed(chain[method](unsigned, requireOkValue(await chain.readFees(signed)), limits));
  }

  test('pays several payees in one transaction, and equal requests by one payment each', async () => {
    const subject = createSubject();
    const { chain, mine } = subject;
    const requests = createRequests(subject);
    if (!requests) return;
    const unsigned = requireComposed(await compose(subject, requests));
    const signed = await chain.key.pay(unsigned, requests);
    requireOkValue(await chain.broadcastPayout(signed));
    await mine(1);
    expect(requireOkValue(await chain.getPayout(signed, unsigned))).toMatchObject({ status: 'included' });
    await expectPaid(subject, requests, 1n);
  });

  test('signs only if each of several payments is requested exactly once, in any order', async () => {
    const subject = createSubject();
    const { key } = subject.chain;
    const requests = createRequests(subject);
    if (!requests) return;
    const [first, alike, , ...others] = requests;
    const unsigned = requireComposed(await compose(subject, requests));
    const wrong: readonly PayoutRequests[] = [
      [first],
      [first, ...others],
      [...requests, createRequest(subject, 45_678n)],
      [...requests, first],
      [{ ...first, units: 12_345_001n }, alike as PayoutRequest, ...others],
    ];
    for (const wrongRequests of wrong) await expect(key.pay(unsigned, wrongRequests)).rejects.toThrow(/not the payout/);
    const inAnotherOrder = requests.toReversed() as unknown as PayoutRequests;
    expect(await key.pay(unsigned, inAnotherOrder)).toEqual(await key.pay(unsigned, requests));
  });

  test('bumps several payments together, and cancels them all', async () => {
    const subject = createSubject();
    const { chain, mine } = subject;
    const requests = createRequests(subject);
    if (!requests) return;
    const send = async () => {
      const unsigned = requireComposed(await compose(subject, requests));
      const signed = await chain.key.pay(unsigned, requests);
      requireOkValue(await chain.broadcastPayout(signed));
      return { unsigned, signed };
    };
    const first = await send();
    const dearer = await composeNextForm(subject, first, 'bumpPayout');
    expect(chain.getClaims(dearer)).toEqual(chain.getClaims(first.unsigned));
    requireOkValue(await chain.broadcastPayout(await chain.key.pay(dearer, requests)));
    await mine(1);
    await expectPaid(subject, requests, 1n);

    const second = await send();
    const cancellation = await composeNextForm(subject, second, 'cancelPayout');
    requireOkValue(await chain.broadcastPayout(await chain.key.cancel(cancellation)));
    await mine(1);
    await expectPaid(subject, requests, 1n);
  });

  test('refuses all payments when one is refused, and throws for more payees than the chain supports', async () => {
    const subject = createSubject();
    const { chain, dustUnits, tooMuch } = subject;
    const one = createRequest(subject, 12_345_000n);
    const tooMany = Array.from({ length: chain.traits.mostPayees }, () => one);
    await expect(compose(subject, [one, ...tooMany])).rejects.toThrow(RangeError);
    if (chain.traits.mostPayees === 1) return;
    expect(await compose(subject, [one, { ...one, units: tooMuch }])).toMatchObject({ reason: 'funds_short' });
    if (dustUnits !== undefined)
      expect(await compose(subject, [one, { ...one, units: dustUnits }])).toMatchObject({ reason: 'dust' });
  });
}
