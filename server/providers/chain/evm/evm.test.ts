import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  numberToHex,
  publicActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTemporaryChains, type TemporaryChains } from '../../../../sandbox/chains/temporaryChains.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { ok } from '../../outcome.ts';
import type { ExistingClaims, PayoutRequest } from '../chainPort.ts';
import { collectClaims, NO_CEILING, NOTHING_CLAIMED } from '../composeHelpers.testing.ts';
import { chainConformance } from '../conformance.ts';
import { createKeySigner } from '../digestSigner.ts';
import { type KeyedChain, withKey } from '../keyedChain.testing.ts';
import { checkEvmNode } from './checkEvmNode.ts';
import { createEvmChain } from './evm.ts';
import { type EvmPayout, parseTokenContract, readEvmPayout } from './evmPayout.ts';
import type { AccountFees } from './fees.ts';
import { evmConfigSchema } from './manifest.ts';
import type { AccountReading } from './treasury.ts';
import { openTreasuryKey } from './treasuryKey.ts';

const ETH = { id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 };
const USDC = { id: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', code: 'USDC', decimals: 6 };

const CHEAP_FEES: AccountFees = {
  kind: 'account',
  baseFee: 1n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  confirmedNonce: 7,
  nativeBalance: 10n ** 20n,
};
const BUMP_LIMITS = { mostFee: 10n ** 20n, refused: false, live: [] };

function chainAt(
  rpcUrl: string,
  options: { readonly chainId?: number; readonly l1FeeOracle?: string; readonly minimumTip?: string } = {},
): KeyedChain {
  const chainId = options.chainId ?? credentials.chainIds.ethereum;
  const key = openTreasuryKey(createKeySigner(credentials.treasury.evmPrivateKey), { network: 'eip155:1', chainId });
  const config = evmConfigSchema.parse({
    network: 'eip155:1',
    rpcUrl,
    chainId,
    treasuryAddress: key.address,
    confirmations: 12,
    deliveredWhenFinal: false,
    ...options,
  });
  return withKey(key, () =>
    createEvmChain({
      ...config,
      name: 'Ethereum',
      knownContracts: () => [parseTokenContract(USDC) ?? ''],
      nativeAsset: ETH,
    }),
  );
}

let lastAddress = 0x5000_0000_0000_0000n;

function freshAddress(): Hex {
  lastAddress += 1n;
  return getAddress(numberToHex(lastAddress, { size: 20 }));
}

async function readBalance(rpcUrl: string, asset: typeof ETH, address: string): Promise<bigint> {
  const node = createPublicClient({ transport: http(rpcUrl) });
  const contract = parseTokenContract(asset);
  return contract
    ? node.readContract({ address: contract, abi: erc20Abi, functionName: 'balanceOf', args: [address as Hex] })
    : node.getBalance({ address: address as Hex });
}

chainConformance('an EVM network', async () => {
  const chains = await startTemporaryChains(['ethereum']);
  const rpcUrl = chains.rpcUrl('ethereum');
  return {
    chain: chainAt(rpcUrl),
    rpcUrl,
    assets: [ETH, USDC],
    chainAt: (url) => chainAt(url),
    freshAddress,
    readBalance: (asset, address) => readBalance(rpcUrl, asset, address),
    mine: (blocks) => chains.control.mine('ethereum', blocks),
    reorg: (depth) => chains.control.reorg('ethereum', depth),
    forget: (transactionId) => chains.control.dropTransaction('ethereum', transactionId),
    finalAfter: 3,
    tooMuch: 10n ** 30n,
    stop: () => chains.stop(),
  };
});

describe('EVM payouts', () => {
  let chains: TemporaryChains;
  let chain: KeyedChain;
  let rpcUrl: string;

  beforeAll(async () => {
    chains = await startTemporaryChains(['ethereum']);
    rpcUrl = chains.rpcUrl('ethereum');
    chain = chainAt(rpcUrl);
  });
  afterAll(() => chains?.stop());

  async function prepare(asset = ETH, to: string = freshAddress(), units = 1_000n) {
    const request: PayoutRequest = { asset, to, units };
    const reading = await chain.readTreasury(request);
    if (reading.kind !== 'ok') throw new Error(`no reading: ${reading.kind}`);
    const composed = chain.composePayout([request], reading.value, NOTHING_CLAIMED, NO_CEILING);
    if (composed.kind !== 'ok') throw new Error(`not composed: ${composed.kind}`);
    const unsigned = readEvmPayout(composed.value);
    return {
      request,
      reading: reading.value as AccountReading,
      unsigned,
      signed: await chain.key.pay(unsigned, [request]),
    };
  }

  test('the adapter distinguishes contracts from (delegated) accounts, and is unavailable without a node', async () => {
    const hasContract = (address: string) => chain.hasContract?.(address);
    const delegated = freshAddress();
    const node = createPublicClient({ transport: http(rpcUrl) });
    const code = `0xef0100${freshAddress().slice(2)}`;
    await node.request({ method: 'anvil_setCode', params: [delegated, code] } as never);
    expect(await node.getCode({ address: delegated })).toBe(code.toLowerCase());
    expect(await hasContract(parseTokenContract(USDC) ?? '')).toEqual(ok(true));
    expect(await hasContract(freshAddress())).toEqual(ok(false));
    expect(await hasContract(delegated)).toEqual(ok(false));
    expect(await chainAt('http://127.0.0.1:1').hasContract?.(delegated)).toMatchObject({ kind: 'unavailable' });
  });

  test('are reported as replaced by the EIP-7702 transaction whose authorization used their nonce', async () => {
    const { unsigned, signed } = await prepare();
    const node = createWalletClient({ transport: http(rpcUrl) }).extend(publicActions);
    const sponsor = privateKeyToAccount(`0x${'77'.repeat(32)}`);
    await node.request({ method: 'anvil_setBalance', params: [sponsor.address, numberToHex(10n ** 18n)] } as never);
    const { ethereum: chainId } = credentials.chainIds;
    const authorization = await privateKeyToAccount(
      `0x${credentials.treasury.evmPrivateKey.replace('0x', '')}`,
    ).signAuthorization({ address: freshAddress(), chainId, nonce: unsigned.nonce });
    const serializedTransaction = await sponsor.signTransaction({
      type: 'eip7702',
      to: freshAddress(),
      authorizationList: [authorization],
      gas: 100_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
      chainId,
      nonce: 0,
    });
    const replacedBy = await node.sendRawTransaction({ serializedTransaction });
    await chains.control.mine('ethereum', 1);
    expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'refused', reason: 'spent_elsewhere' });
    const replaced = { status: 'replaced', replacedBy, authorizedNonce: unsigned.nonce };
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({ value: { ...replaced, final: false } });
    const since = new Date(0);
    expect(await chain.readSent({ nextNonce: unsigned.nonce, since })).toMatchObject({
      value: { authorizations: [{ nonce: unsigned.nonce, transactionId: replacedBy }] },
    });
    await chains.control.mine('ethereum', 3);
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({ value: { ...replaced, final: true } });
  });

  test('the node check accepts only a node of the configured chain, and is unavailable without a node', async () => {
    const { ethereum: chainId } = credentials.chainIds;
    expect(await checkEvmNode({ rpcUrl, chainId })).toEqual({ kind: 'ok', value: 'test' });
    expect(await checkEvmNode({ rpcUrl, chainId: 1 })).toMatchObject({
      kind: 'refused',
      reason: `its node follows chain ${chainId}, not 1`,
    });
    expect(await checkEvmNode({ rpcUrl: 'http://127.0.0.1:1', chainId })).toMatchObject({ kind: 'unavailable' });
  });

  test('of a token need the native coin for their fee', async () => {
    const { request, reading } = await prepare(USDC);
    const gasCost = reading.gasLimit * reading.maxFeePerGas;
    const composeWith = (nativeBalance: bigint) => {
      const poorer: AccountReading = { ...reading, nativeBalance };
      return chain.composePayout([request], poorer, NOTHING_CLAIMED, NO_CEILING);
    };
    expect(composeWith(gasCost)).toMatchObject({ kind: 'ok' });
    expect(composeWith(gasCost - 1n)).toMatchObject({
      kind: 'refused',
      reason: 'funds_short',
    });
  });

  test.each([ETH, USDC])('of $code do not spend funds reserved for signed payouts', async (asset) => {
    const before = await readBalance(rpcUrl, asset, chain.treasuryAddress);
    const computeShare = (percent: bigint) => (before * percent) / 100n;
    const signed: { readonly request: PayoutRequest; readonly unsigned: EvmPayout }[] = [];
    const tryCompose = async (units: bigint) => {
      const request = { asset, to: freshAddress(), units };
      const reading = await chain.readTreasury(request);
      if (reading.kind !== 'ok') throw new Error(`no reading: ${reading.kind}`);
      return {
        request,
        composed: chain.composePayout([request], reading.value, collectClaims(chain, signed), NO_CEILING),
      };
    };
    const expectFundsLessSigned = async () => {
      expect((await tryCompose(computeShare(50n))).composed).toMatchObject({ kind: 'refused', reason: 'funds_short' });
      // Deducted once, whether the node knows the payout or not.
      expect((await tryCompose(computeShare(35n))).composed).toMatchObject({ kind: 'ok' });
    };
    const { request, composed } = await tryCompose(computeShare(60n));
    if (composed.kind !== 'ok') throw new Error(composed.kind);
    signed.push({ request, unsigned: readEvmPayout(composed.value) });
    await expectFundsLessSigned();
    await chain.broadcastPayout(await chain.key.pay(composed.value, [request]));
    await expectFundsLessSigned();
    await chains.control.mine('ethereum', 1);
    await expectFundsLessSigned();
  });

  test('do not spend coins reserved for the maximum fees of signed payouts', async () => {
    const { request, reading, unsigned } = await prepare(USDC);
    const worst = chain.worstFee(unsigned);
    const claimed = collectClaims(chain, [{ request, unsigned }]);
    const composeWith = (nativeBalance: bigint) =>
      chain.composePayout([request], { ...reading, nativeBalance } as AccountReading, claimed, NO_CEILING);
    expect(composeWith(2n * worst)).toMatchObject({ kind: 'ok' });
    expect(composeWith(2n * worst - 1n)).toMatchObject({ kind: 'refused', reason: 'funds_short' });
  });

  test('use the first free nonce, and are unavailable while 16 payouts are unconfirmed', async () => {
    const { request, reading } = await prepare();
    const composeNonce = (claimed: Partial<ExistingClaims>) => {
      const composed = chain.composePayout([request], reading, { ...NOTHING_CLAIMED, ...claimed }, NO_CEILING);
      return composed.kind === 'ok' ? chain.getClaims(composed.value).nonce : composed.kind;
    };
    expect(composeNonce({})).toBe(reading.confirmedNonce);
    expect(composeNonce({ nextNonce: reading.confirmedNonce + 7 })).toBe(reading.confirmedNonce + 7);
    const { confirmedNonce } = reading;
    const createLivePayouts = (first: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ nonce: first + at, asset: USDC.id, units: 0n, worstFee: 0n }));
    expect(composeNonce({ live: createLivePayouts(confirmedNonce, 15) })).toBe(confirmedNonce);
    expect(composeNonce({ live: createLivePayouts(confirmedNonce, 16) })).toBe('unavailable');
    // Mined payouts do not count, even if the database has not recorded them as mined.
    const mined = createLivePayouts(confirmedNonce - 100, 100);
    expect(composeNonce({ waiting: 100, live: mined })).toBe(confirmedNonce);
    expect(composeNonce({ live: [...mined, ...createLivePayouts(confirmedNonce, 16)] })).toBe('unavailable');
  });

  test('pay validators at least their minimum tip', async () => {
    const minimumTip = 25n * 10n ** 9n;
    const chainWithTip = chainAt(rpcUrl, { minimumTip: minimumTip.toString() });
    expect(chainWithTip.traits.minimumTip).toBe(minimumTip);
    const reading = await chainWithTip.readTreasury({ asset: ETH, to: freshAddress(), units: 1n });
    expect(reading).toMatchObject({ kind: 'ok', value: { maxPriorityFeePerGas: minimumTip } });
    const [cheap, dearer] = [await chain.estimateNetworkFee(ETH), await chainWithTip.estimateNetworkFee(ETH)];
    if (cheap.kind !== 'ok' || dearer.kind !== 'ok') throw new Error('no estimate');
    expect(dearer.value.units).toBeGreaterThan(cheap.value.units);
  });

  test('are bumped by an eighth of both fees, rounded up, even if an earlier version stored them', () => {
    const unsigned: EvmPayout = {
      kind: 'account',
      chainId: 1,
      nonce: 7,
      to: freshAddress(),
      value: '1',
      data: '0x',
      gasLimit: '21000',
      maxFeePerGas: '1001',
      maxPriorityFeePerGas: '1',
    };
    // Earlier versions stored exactly these fields.
    expect(chain.getClaims(unsigned)).toEqual({ nonce: 7, held: [] });
    expect(chain.bumpPayout(unsigned, CHEAP_FEES, BUMP_LIMITS)).toEqual(
      ok({ ...unsigned, maxFeePerGas: '1127', maxPriorityFeePerGas: '2' }),
    );
  });

  describe('a fee bump', () => {
    const unsigned: EvmPayout = {
      kind: 'account',
      chainId: 1,
      nonce: 7,
      to: freshAddress(),
      value: '1000',
      data: '0x',
      gasLimit: '21000',
      maxFeePerGas: '800',
      maxPriorityFeePerGas: '8',
    };

    test('takes the network’s fee and tip when they are more than an eighth higher, within the maximum', () => {
      const fees = { ...CHEAP_FEES, maxFeePerGas: 5_000n, maxPriorityFeePerGas: 30n };
      expect(chain.bumpPayout(unsigned, fees, BUMP_LIMITS)).toMatchObject({
        value: { maxFeePerGas: '5000', maxPriorityFeePerGas: '30' },
      });
      const most = { ...BUMP_LIMITS, mostFee: 21_000n * 1_000n };
      expect(chain.bumpPayout(unsigned, fees, most)).toMatchObject({ value: { maxFeePerGas: '1000' } });
    });

    test('is refused while an earlier nonce is pending, unless the node rejected the payout for its fee', () => {
      const fees = { ...CHEAP_FEES, confirmedNonce: 6 };
      expect(chain.bumpPayout(unsigned, fees, BUMP_LIMITS)).toMatchObject({
        kind: 'refused',
        reason: 'earlier_payout_pending',
      });
      expect(chain.bumpPayout(unsigned, fees, { ...BUMP_LIMITS, refused: true })).toMatchObject({ kind: 'ok' });
    });

    test('is limited to the balance that other live payouts have not claimed', () => {
      const own = { nonce: 7, asset: ETH.id, units: 1_000n, worstFee: 21_000n * 800n };
      const other = { nonce: 8, asset: ETH.id, units: 5_000n, worstFee: 21_000n * 50n };
      const enough = 1_000n + 21_000n * 900n + 5_000n + 21_000n * 50n;
      const limits = { ...BUMP_LIMITS, live: [own, other] };
      const bumpWith = (nativeBalance: bigint) => {
        const fees: AccountFees = { ...CHEAP_FEES, nativeBalance };
        return chain.bumpPayout(unsigned, fees, limits);
      };
      expect(bumpWith(enough)).toMatchObject({ value: { maxFeePerGas: '900' } });
      expect(bumpWith(enough - 1n)).toMatchObject({ kind: 'refused', reason: 'funds_short' });
    });
  });

  test('reduce the margin above the current fee before the fee ceiling refuses them', async () => {
    const { request, reading } = await prepare();
    const gas = reading.gasLimit;
    const composeWith = (perGas: bigint) => chain.composePayout([request], reading, NOTHING_CLAIMED, gas * perGas);
    const now = reading.baseFee + reading.maxPriorityFeePerGas;
    expect(composeWith(now)).toMatchObject({ value: { maxFeePerGas: now.toString() } });
    expect(composeWith(now - 1n)).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
  });

  test('of a token are checked against the fee ceiling with the gas that they probably use, not with the gas limit', async () => {
    const { request, reading } = await prepare(USDC);
    const now = reading.baseFee + reading.maxPriorityFeePerGas;
    expect(reading.likelyGas).toBeLessThan(reading.gasLimit);
    const composeWith = (most: bigint) => chain.composePayout([request], reading, NOTHING_CLAIMED, most);
    expect(composeWith(reading.likelyGas * now)).toMatchObject({ value: { maxFeePerGas: now.toString() } });
    expect(composeWith(reading.likelyGas * now - 1n)).toMatchObject({ kind: 'refused', reason: 'fee_ceiling' });
  });

  test('are bumped at least to the validators’ minimum tip', async () => {
    const minimumTip = 25n * 10n ** 9n;
    const chainWithTip = chainAt(rpcUrl, { minimumTip: minimumTip.toString() });
    const { unsigned, signed } = await prepare();
    const fees = await chainWithTip.readFees(signed);
    if (fees.kind !== 'ok') throw new Error(fees.kind);
    const bumped = chainWithTip.bumpPayout(unsigned, fees.value, BUMP_LIMITS);
    if (bumped.kind !== 'ok') throw new Error(bumped.kind);
    expect(BigInt(readEvmPayout(bumped.value).maxPriorityFeePerGas)).toBe(minimumTip);
  });

  test('are refused if the receiver would revert', async () => {
    // The token's contract accepts no coins.
    const request = { asset: ETH, to: '0xdAC17F958D2ee523a2206206994597C13D831ec7', units: 1n };
    expect(await chain.readTreasury(request)).toMatchObject({ kind: 'refused', reason: 'would_revert' });
  });

  test('are reported as reverted when they fail in their block, with the fee that they cost', async () => {
    const { request, unsigned } = await prepare(USDC);
    const tooMuch = { ...request, units: 10n ** 30n };
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [getAddress(tooMuch.to), tooMuch.units],
    });
    const failing = { ...unsigned, data, gasLimit: '100000' };
    const signed = await chain.key.pay(failing, [tooMuch]);
    expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
    await chains.control.mine('ethereum', 1);
    const view = await chain.getPayout(signed, failing);
    expect(view).toMatchObject({ kind: 'ok', value: { status: 'reverted', confirmations: 1, final: false } });
    expect(view.kind === 'ok' && view.value.networkFee?.units).toBeGreaterThan(0n);
    await chains.control.mine('ethereum', 3);
    expect(await chain.getPayout(signed, failing)).toMatchObject({ value: { status: 'reverted', final: true } });
  });

  test('are refused as invalid if they are signed for another chain', async () => {
    const elsewhere = chainAt(rpcUrl, { chainId: 1 });
    const { request, unsigned } = await prepare();
    const signed = await elsewhere.key.pay({ ...unsigned, chainId: 1 }, [request]);
    expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'refused', reason: 'invalid' });
  });

  test('wait while fees are too high, and are mined once they fall', async () => {
    const { unsigned, signed } = await prepare();
    expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
    await chains.control.feeSpike('ethereum', 10);
    await chains.control.mine('ethereum', 2);
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({ value: { status: 'pending' } });
    await chains.control.feeSpike('ethereum', 1);
    await chains.control.mine('ethereum', 1);
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({ value: { status: 'included' } });
  });
});
