import type { Asset } from '@slipway/money/asset.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayoutRequest, SignedPayout, UnsignedPayout } from './chainPort.ts';
import type { ChainSubject } from './chainSubject.testing.ts';
import {
  collectClaims,
  NO_CEILING,
  NOTHING_CLAIMED,
  requireComposed,
  requireOkValue,
} from './composeHelpers.testing.ts';
import { startAnswerLosingNode, startForgettingNode } from './faultyNodes.ts';
import type { KeyedChain } from './keyedChain.testing.ts';
import { payeesConformance } from './payeesConformance.testing.ts';

type Payout = { readonly request: PayoutRequest; readonly unsigned: UnsignedPayout; readonly signed: SignedPayout };

/** Registers the tests that every chain adapter must pass (docs/adding-a-vendor.md; docs/money.md, Payouts). */
export function chainConformance(name: string, startSubject: () => Promise<ChainSubject>): void {
  describe(`${name} as a chain`, () => {
    let subject: ChainSubject;
    let chain: KeyedChain;
    let pay: ReturnType<typeof createPayer>;

    beforeAll(async () => {
      subject = await startSubject();
      chain = subject.chain;
      pay = createPayer(subject);
    });
    afterAll(() => subject?.stop());

    const getNativeAsset = (): Asset => {
      const [asset] = subject.assets;
      if (!asset) throw new Error('the subject names no asset');
      return asset;
    };
    const view = async ({ signed, unsigned }: Payout) => requireOkValue(await chain.getPayout(signed, unsigned));
    const readReceiverBalance = ({ request }: Payout) => subject.readBalance(request.asset, request.to);
    const send = async ({ signed }: Payout) => requireOkValue(await chain.broadcastPayout(signed));

    async function tryFeeBump({ request, unsigned, signed }: Payout, mostFee: bigint, refused = false) {
      const { live } = collectClaims(chain, [{ request, unsigned }]);
      return chain.bumpPayout(unsigned, requireOkValue(await chain.readFees(signed)), { mostFee, refused, live });
    }
    const requireFeeBump = async (payout: Payout) => requireComposed(await tryFeeBump(payout, NO_CEILING));

    /** Spends the payout's nonce or outputs in another transaction of the treasury, mines it and returns its id. */
    async function spendElsewhere({ request, unsigned }: Payout): Promise<string> {
      const other = { ...request, to: subject.freshAddress() };
      const reading = requireOkValue(await chain.readTreasury(other));
      // The payout has not been broadcast, so `composePayout` chooses the same nonce or outputs again.
      const rival = requireComposed(chain.composePayout([other], reading, NOTHING_CLAIMED, NO_CEILING));
      expect(chain.getClaims(rival)).toEqual(chain.getClaims(unsigned));
      const signed = await chain.key.pay(rival, [other]);
      requireOkValue(await chain.broadcastPayout(signed));
      await subject.mine(1);
      return signed.transactionId;
    }

    test('signs stored fields to the same bytes', async () => {
      for (const asset of subject.assets) {
        const { request, unsigned, signed } = await pay(asset);
        const stored = JSON.parse(JSON.stringify(unsigned)) as UnsignedPayout;
        expect(await chain.key.pay(stored, [request])).toEqual(signed);
      }
    });

    test('refuses to sign another receiver or amount', async () => {
      for (const asset of subject.assets) {
        const { request, unsigned } = await pay(asset);
        const other = subject.freshAddress();
        await expect(async () => chain.key.pay(unsigned, [{ ...request, to: other }])).rejects.toThrow(
          /not the payout/,
        );
        const more = { ...request, units: request.units + 1n };
        await expect(async () => chain.key.pay(unsigned, [more])).rejects.toThrow(/not the payout/);
      }
    });

    test('does not claim the nonce or outputs that another payout claims', async () => {
      const payouts: Payout[] = [];
      for (let count = 0; count < 4; count++) payouts.push(await pay(getNativeAsset(), { alongside: payouts }));
      const claims = payouts.map(({ unsigned }) => chain.getClaims(unsigned));
      const held = claims.flatMap((claim) => claim.held);
      expect(new Set(held).size).toBe(held.length);
      for (const claim of held) expect(claim).toMatch(/^.+:\d{1,9}$/);
      const nonces = claims.flatMap(({ nonce }) => (nonce === undefined ? [] : [nonce]));
      expect(new Set(nonces).size).toBe(nonces.length);
    });

    test('keeps a payout’s claims after storage and with a higher fee', async () => {
      const { request, unsigned, signed } = await pay(getNativeAsset());
      const stored = JSON.parse(JSON.stringify(unsigned)) as UnsignedPayout;
      expect(chain.getClaims(stored)).toEqual(chain.getClaims(unsigned));
      const bumped = await requireFeeBump({ request, unsigned: stored, signed });
      expect(chain.getClaims(bumped)).toEqual(chain.getClaims(unsigned));
    });

    test('returns the incoming amount of a broadcast transaction and whether it is final, otherwise not_found', async () => {
      for (const asset of subject.assets) {
        const request = { asset, to: chain.treasuryAddress, units: 100_000n };
        const reading = requireOkValue(await chain.readTreasury(request));
        const unsigned = requireComposed(chain.composePayout([request], reading, NOTHING_CLAIMED, NO_CEILING));
        const signed = await chain.key.pay(unsigned, [request]);
        const { transactionId } = signed;
        expect(await chain.getIncoming(transactionId, asset)).toMatchObject({ kind: 'refused', reason: 'not_found' });
        requireOkValue(await chain.broadcastPayout(signed));
        expect(requireOkValue(await chain.getIncoming(transactionId, asset)).final).toBe(false);
        await subject.mine(1);
        const incoming = requireOkValue(await chain.getIncoming(transactionId, asset));
        // Includes the change, if there is any.
        expect(incoming.units).toBeGreaterThanOrEqual(request.units);
        await subject.mine(subject.finalAfter);
        expect(requireOkValue(await chain.getIncoming(transactionId, asset))).toEqual({ ...incoming, final: true });
        const unreachable = subject.chainAt('http://127.0.0.1:9');
        expect((await unreachable.getIncoming(transactionId, asset)).kind).toBe('unavailable');
      }
    });

    test('returns its tip, which changes only with new blocks, and is unavailable without a node', async () => {
      const before = requireOkValue(await chain.readTip());
      expect(requireOkValue(await chain.readTip())).toEqual(before);
      await subject.mine(1);
      const next = requireOkValue(await chain.readTip());
      expect(next.newest).not.toBe(before.newest);
      await subject.mine(subject.finalAfter);
      expect(requireOkValue(await chain.readTip()).final).not.toBe(before.final);
      expect((await subject.chainAt('http://127.0.0.1:9').readTip()).kind).toBe('unavailable');
    });

    test('lists transactions that the address sent but that are not recorded, and the key recognizes its signature', async () => {
      const mined = await pay(getNativeAsset());
      await send(mined);
      await subject.mine(1);
      const payouts: Payout[] = [];
      for (const asset of subject.assets) payouts.push(await pay(asset, { alongside: payouts }));
      for (const payout of payouts) await send(payout);
      const { nonce } = chain.getClaims(mined.unsigned);
      for (const nextNonce of [nonce, undefined]) {
        const reading = requireOkValue(await chain.readSent({ nextNonce, since: new Date(0) }));
        const sent = new Map(reading.transactions.map((each) => [each.signed.transactionId, each]));
        for (const { request, unsigned, signed } of [mined, ...payouts]) {
          const found = sent.get(signed.transactionId);
          if (!found) throw new Error(`${signed.transactionId} is not listed`);
          expect(found.signed).toEqual(signed);
          expect(chain.getClaims(found.unsigned)).toEqual(chain.getClaims(unsigned));
          const { payments = [], purpose } = (await chain.key.verifyOwnTransaction(found)) ?? {};
          expect(purpose).toBe('payment');
          expect(payments.map((payment) => payment.pays(request))).toEqual([true]);
          expect(payments[0]?.pays({ ...request, units: request.units + 1n })).toBe(false);
          expect(payments[0]?.pays({ ...request, to: subject.freshAddress() })).toBe(false);
        }
        for (const id of reading.received) expect(sent.has(id)).toBe(false);
        const next = payouts.map(({ unsigned }) => (chain.getClaims(unsigned).nonce ?? -1) + 1);
        expect(reading.nextNonce).toBe(nonce === undefined ? undefined : Math.max(...next));
      }
      await subject.mine(subject.finalAfter);
    });

    test('reports no incoming amount except change for a payout to others', async () => {
      for (const asset of subject.assets) {
        const payout = await pay(asset);
        await send(payout);
        await subject.mine(1);
        const before = await subject.readBalance(asset, payout.request.to);
        expect(before).toBe(payout.request.units);
        const { units } = requireOkValue(await chain.getIncoming(payout.signed.transactionId, asset));
        // Chains with outputs return change; chains with nonces do not.
        if (chain.getClaims(payout.unsigned).held.length === 0) expect(units).toBe(0n);
        else expect(units).toBeGreaterThan(0n);
      }
    });

    test('reports a payout as missing, pending, included and final in turn, and its receiver has the coins', async () => {
      for (const asset of subject.assets) {
        const payout = await pay(asset);
        expect(await view(payout)).toMatchObject({ status: 'missing', confirmations: 0, final: false });
        await send(payout);
        expect(await view(payout)).toMatchObject({ status: 'pending', confirmations: 0, final: false });
        await subject.mine(1);
        const first = await view(payout);
        expect(first).toMatchObject({ status: 'included', confirmations: 1, final: false });
        expect(first.networkFee?.asset).toEqual(chain.nativeAsset);
        expect(first.networkFee?.units).toBeGreaterThan(0n);
        await subject.mine(1);
        expect(await view(payout)).toMatchObject({ status: 'included', confirmations: 2 });
        await subject.mine(subject.finalAfter);
        expect(await view(payout)).toMatchObject({ status: 'included', final: true });
        expect(await readReceiverBalance(payout)).toBe(payout.request.units);
      }
    });

    test('pays once, however often a payout is broadcast', async () => {
      const payout = await pay(getNativeAsset());
      await send(payout);
      await send(payout);
      await subject.mine(1);
      await send(payout);
      await subject.mine(1);
      expect(await readReceiverBalance(payout)).toBe(payout.request.units);
      expect(await view(payout)).toMatchObject({ status: 'included', confirmations: 2 });
    });

    test('mines several payouts in one block', async () => {
      const payouts: Payout[] = [];
      for (let count = 0; count < 3; count++) {
        const payout = await pay(getNativeAsset(), { alongside: payouts });
        await send(payout);
        payouts.push(payout);
      }
      await subject.mine(1);
      for (const payout of payouts) expect(await readReceiverBalance(payout)).toBe(payout.request.units);
    });

    test('reports a payout that the node forgot as missing, and broadcasts it again', async () => {
      const payout = await pay(getNativeAsset());
      await send(payout);
      await subject.forget(payout.signed.transactionId);
      expect(await view(payout)).toMatchObject({ status: 'missing', final: false });
      await send(payout);
      expect(await view(payout)).toMatchObject({ status: 'pending' });
      await subject.mine(1);
      expect(await readReceiverBalance(payout)).toBe(payout.request.units);
    });

    test('pays once after a reorganization removes a payout from its block', async () => {
      const payout = await pay(getNativeAsset());
      await send(payout);
      await subject.mine(1);
      expect(await view(payout)).toMatchObject({ status: 'included' });
      await subject.reorg(1);
      expect(await view(payout)).toMatchObject({
        status: expect.stringMatching(/^(?:pending|missing)$/),
        confirmations: 0,
        final: false,
      });
      expect(await readReceiverBalance(payout)).toBe(0n);
      await send(payout);
      await subject.mine(1);
      expect(await view(payout)).toMatchObject({ status: 'included', confirmations: 1 });
      expect(await readReceiverBalance(payout)).toBe(payout.request.units);
    });

    test('reports a payout as replaced once another transaction uses its claims, and as final after confirmations', async () => {
      const payout = await pay(getNativeAsset());
      const replacedBy = await spendElsewhere(payout);
      expect(await chain.broadcastPayout(payout.signed)).toMatchObject({ kind: 'refused', reason: 'spent_elsewhere' });
      expect(await view(payout)).toMatchObject({ status: 'replaced', final: false, replacedBy });
      await subject.mine(subject.finalAfter);
      expect(await view(payout)).toMatchObject({ status: 'replaced', final: true, replacedBy });
      expect(await readReceiverBalance(payout)).toBe(0n);
    });

    test('replaces a payout by one with a higher fee, and only one of them pays', async () => {
      const payout = await pay(getNativeAsset());
      await send(payout);
      const unsigned = await requireFeeBump(payout);
      const bumped = { ...payout, unsigned, signed: await chain.key.pay(unsigned, [payout.request]) };
      expect(bumped.signed.transactionId).not.toBe(payout.signed.transactionId);
      await send(bumped);
      // The earlier form, broadcast after the bumped one, is refused: the node keeps the higher fee.
      expect(await chain.broadcastPayout(payout.signed)).toMatchObject({ kind: 'refused', reason: 'fee_too_low' });
      await subject.mine(1);
      expect(await view(bumped)).toMatchObject({ status: 'included' });
      expect(await view(payout)).toMatchObject({ status: 'replaced', final: false });
      expect(await readReceiverBalance(payout)).toBe(payout.request.units);
    });

    test('keeps the payout and its replacement transactions within the maximum fee', async () => {
      for (const asset of subject.assets) {
        const payout = await pay(asset);
        const fee = chain.worstFee(payout.unsigned);
        const reading = requireOkValue(await chain.readTreasury(payout.request));
        const composeWithin = (most: bigint) => chain.composePayout([payout.request], reading, NOTHING_CLAIMED, most);
        expect(composeWithin(1n)).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
        expect(chain.worstFee(requireComposed(composeWithin(fee)))).toBe(fee);

        expect(await tryFeeBump(payout, fee)).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
        const most = fee * 100n;
        let form = payout;
        for (let count = 0; count < 200; count++) {
          const next = await tryFeeBump(form, most);
          if (next.kind === 'refused') break;
          const unsigned = requireComposed(next);
          expect(chain.worstFee(unsigned)).toBeGreaterThan(chain.worstFee(form.unsigned));
          expect(chain.worstFee(unsigned)).toBeLessThanOrEqual(most);
          form = { ...form, unsigned };
        }
        // Bumps end only when the next one would exceed the maximum fee: the last form costs more than half of it.
        expect(await tryFeeBump(form, most)).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
        expect(chain.worstFee(form.unsigned)).toBeGreaterThan(fee * 50n);
      }
    });

    test('cancels a payout: its receiver gets nothing, and the cancellation replaces it', async () => {
      for (const asset of subject.assets) {
        const payout = await pay(asset);
        await send(payout);
        const { live } = collectClaims(chain, [payout]);
        const fees = requireOkValue(await chain.readFees(payout.signed));
        const cancelWithin = (mostFee: bigint) =>
          chain.cancelPayout(payout.unsigned, fees, { mostFee, refused: false, live });
        expect(cancelWithin(1n)).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
        const unsigned = requireComposed(cancelWithin(NO_CEILING));
        expect(chain.getClaims(unsigned)).toEqual(chain.getClaims(payout.unsigned));
        expect([payout.unsigned, unsigned].map((form) => chain.isCancellation(form))).toEqual([false, true]);
        const cancellation = { ...payout, unsigned, signed: await chain.key.cancel(unsigned) };
        await send(cancellation);
        await subject.mine(1);
        expect(await view(cancellation)).toMatchObject({ status: 'included' });
        expect(await view(payout)).toMatchObject({ status: 'replaced', replacedBy: cancellation.signed.transactionId });
        expect(await readReceiverBalance(payout)).toBe(0n);
        await subject.mine(subject.finalAfter);
        expect(await view(payout)).toMatchObject({ status: 'replaced', final: true });
      }
    });

    test('signs a transaction with a higher fee only for the same payment, and not as a cancellation', async () => {
      const payout = await pay(getNativeAsset());
      const other = await pay(getNativeAsset(), { alongside: [payout] });
      const dearer = await requireFeeBump(payout);
      const { key } = chain;
      expect(key.getClaims(dearer)).toEqual(key.getClaims(payout.unsigned));
      expect(key.worstFee(dearer)).toBeGreaterThan(key.worstFee(payout.unsigned));
      await expect(key.pay(dearer, [payout.request])).resolves.toBeDefined();
      await expect(key.pay(dearer, [other.request])).rejects.toThrow(/not the payout/);
      await expect(key.cancel(dearer)).rejects.toThrow(/not a cancellation/);
    });

    test('refuses a payout when funds are short', async () => {
      for (const asset of subject.assets) {
        const request = { asset, to: subject.freshAddress(), units: subject.tooMuch };
        const reading = requireOkValue(await chain.readTreasury(request));
        expect(chain.composePayout([request], reading, NOTHING_CLAIMED, NO_CEILING)).toMatchObject({
          kind: 'refused',
          reason: 'funds_short',
        });
      }
    });

    test('computes free funds as the balance minus signed payouts', async () => {
      for (const asset of subject.assets) {
        const before = requireOkValue(await chain.readBalances(asset));
        const payout = await pay(asset);
        const computeFree = (payouts: readonly Payout[]) =>
          chain.computeFreeFunds(asset, before, collectClaims(chain, payouts));
        expect(computeFree([]).asset).toBe(await subject.readBalance(asset, chain.treasuryAddress));
        expect(computeFree([]).asset - computeFree([payout]).asset).toBeGreaterThanOrEqual(payout.request.units);
        expect(computeFree([]).native).toBeGreaterThan(computeFree([payout]).native);
      }
    });

    test('reads holdings at one block, and deducts a payout and its fee when `deductedWhen` states', async () => {
      const readHoldings = async () => requireOkValue(await chain.readHoldings(subject.assets));
      for (const asset of subject.assets) {
        await subject.mine(1);
        const before = await readHoldings();
        expect(before.units.get(asset.id)).toBe(await subject.readBalance(asset, chain.treasuryAddress));
        expect((await readHoldings()).stateId).toBe(before.stateId);
        const payout = await pay(asset);
        await send(payout);
        if (chain.traits.deductedWhen === 'included') {
          expect((await readHoldings()).units).toEqual(before.units);
        } else {
          const left = (before.units.get(asset.id) ?? 0n) - payout.request.units - chain.worstFee(payout.unsigned);
          expect((await readHoldings()).units.get(asset.id)).toBe(left);
        }
        await subject.mine(1);
        const after = await readHoldings();
        expect(after.stateId).not.toBe(before.stateId);
        const fee = (await view(payout)).networkFee?.units ?? 0n;
        const computeDeduction = (each: Asset) =>
          (each.id === asset.id ? payout.request.units : 0n) + (each.id === getNativeAsset().id ? fee : 0n);
        for (const each of subject.assets)
          expect(after.units.get(each.id)).toBe((before.units.get(each.id) ?? 0n) - computeDeduction(each));
      }
    });

    payeesConformance(() => subject);

    test('refuses dust if the network has a dust limit', async () => {
      const { dustUnits } = subject;
      if (dustUnits === undefined) return;
      await expect(pay(getNativeAsset(), { units: dustUnits })).rejects.toThrow(/dust/);
      await expect(pay(getNativeAsset(), { units: dustUnits + 1n })).resolves.toBeDefined();
    });

    test('estimates the fee within a factor of two', async () => {
      for (const asset of subject.assets) {
        const estimate = requireOkValue(await chain.estimateNetworkFee(asset));
        expect(estimate.asset).toEqual(chain.nativeAsset);
        const payout = await pay(asset);
        await send(payout);
        await subject.mine(1);
        const { networkFee } = await view(payout);
        expect(networkFee?.units).toBeLessThanOrEqual(estimate.units * 2n);
        expect(networkFee?.units).toBeGreaterThanOrEqual(estimate.units / 2n);
      }
    });

    test('refuses the treasury’s own address and accepts the addresses that it normalized', () => {
      expect(chain.validateAddress(chain.treasuryAddress, getNativeAsset())).toEqual({
        valid: false,
        fault: 'treasury_address',
      });
      const address = subject.freshAddress();
      const verdict = chain.validateAddress(address, getNativeAsset());
      if (!verdict.valid) throw new Error(verdict.fault);
      expect(chain.validateAddress(verdict.normalized, getNativeAsset())).toEqual(verdict);
    });

    test('maps all valid spellings of an address to one text, and two addresses to different texts', () => {
      const { toComparableAddress } = chain.traits;
      const address = subject.freshAddress();
      const spellings = [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`, address.toUpperCase()];
      for (const spelling of spellings) {
        const verdict = chain.validateAddress(spelling, getNativeAsset());
        if (verdict.valid) expect(toComparableAddress(spelling)).toBe(toComparableAddress(address));
      }
      expect(toComparableAddress(toComparableAddress(address))).toBe(toComparableAddress(address));
      expect(toComparableAddress(subject.freshAddress())).not.toBe(toComparableAddress(address));
    });

    test('parses an address from a wallet’s payment URI', () => {
      const address = subject.freshAddress();
      expect(chain.paymentUris.scheme).toMatch(/^[a-z]+$/);
      expect(chain.paymentUris.read(address)).toEqual({ address });
    });

    test('returns unknown for a lost response, and a query then finds the payout', async () => {
      const payout = await pay(getNativeAsset());
      const losing = await startAnswerLosingNode(subject.rpcUrl);
      try {
        const losingChain = subject.chainAt(losing.url);
        expect(await losingChain.broadcastPayout(payout.signed)).toMatchObject({ kind: 'unknown' });
        expect(requireOkValue(await losingChain.getPayout(payout.signed, payout.unsigned))).toMatchObject({
          status: 'pending',
        });
      } finally {
        await losing.stop();
      }
      await subject.mine(1);
      expect(await readReceiverBalance(payout)).toBe(payout.request.units);
    });

    test('never reports a mined payout as replaced when a node has lost its index', async () => {
      const payout = await pay(getNativeAsset());
      await send(payout);
      await subject.mine(1 + subject.finalAfter);
      const forgetful = await startForgettingNode(subject.rpcUrl, payout.signed.transactionId);
      try {
        const forgetfulChain = subject.chainAt(forgetful.url);
        const seen = await forgetfulChain.getPayout(payout.signed, payout.unsigned);
        expect(seen.kind === 'ok' ? seen.value.status : seen.kind).toMatch(/^(?:included|unavailable)$/);
      } finally {
        await forgetful.stop();
      }
    });

    test('is unavailable or unknown when the node is down, never refused', async () => {
      const payout = await pay(getNativeAsset());
      const dead = subject.chainAt('http://127.0.0.1:1');
      expect(await dead.estimateNetworkFee(getNativeAsset())).toMatchObject({ kind: 'unavailable' });
      expect(await dead.readTreasury(payout.request)).toMatchObject({ kind: 'unavailable' });
      expect(await dead.readBalances(getNativeAsset())).toMatchObject({ kind: 'unavailable' });
      expect(await dead.readHoldings([getNativeAsset()])).toMatchObject({ kind: 'unavailable' });
      expect(await dead.readFees(payout.signed)).toMatchObject({ kind: 'unavailable' });
      expect(await dead.getPayout(payout.signed, payout.unsigned)).toMatchObject({ kind: 'unavailable' });
      expect(await dead.broadcastPayout(payout.signed)).toMatchObject({
        kind: expect.stringMatching(/^(?:unknown|unavailable)$/),
      });
    });
  });
}

/**
 * More than the change that earlier payouts left, so that coin selection does not spend such a small output, which could
 * not pay a hundred times the fee.
 */
const USUAL_UNITS = 10_000_000n;

/**
 * Returns a function that composes and signs a payout as the delivery module does. It claims nothing that the payouts
 * `alongside` claim.
 */
function createPayer({ chain, freshAddress }: ChainSubject) {
  return async (asset: Asset, { units = USUAL_UNITS, alongside = [] as readonly Payout[] } = {}): Promise<Payout> => {
    const request = { asset, to: freshAddress(), units };
    const reading = requireOkValue(await chain.readTreasury(request));
    const unsigned = requireComposed(
      chain.composePayout([request], reading, collectClaims(chain, alongside), NO_CEILING),
    );
    return { request, unsigned, signed: await chain.key.pay(unsigned, [request]) };
  };
}
