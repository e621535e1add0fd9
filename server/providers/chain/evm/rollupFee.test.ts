import {
  createClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  publicActions,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTemporaryChains, type TemporaryChains } from '../../../../sandbox/chains/temporaryChains.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { NO_CEILING, NOTHING_CLAIMED } from '../composeHelpers.testing.ts';
import { createKeySigner } from '../digestSigner.ts';
import type { EvmClient } from './client.ts';
import { createEvmClient } from './client.ts';
import { createEvmChain } from './evm.ts';
import { estimateRollupFee, readRollupFee } from './rollupFee.ts';
import { openTreasuryKey } from './treasuryKey.ts';

const ORACLE = '0x420000000000000000000000000000000000000F';
const abi = parseAbi([
  'function getL1FeeUpperBound(uint256) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function isJovian() view returns (bool)',
]);
type Answers = Partial<Record<(typeof abi)[number]['name'], bigint | boolean>>;

/** Returns a node whose oracle answers these calls and reverts all others. Adds each call to `calls`. */
function createNode(answers: Answers, calls: unknown[] = []): EvmClient {
  const request = async ({ params }: { params: [{ data: Hex }] }) => {
    const { functionName, args } = decodeFunctionData({ abi, data: params[0].data });
    calls.push([functionName, ...(args ?? [])]);
    const result = answers[functionName];
    if (result === undefined) throw Object.assign(new Error('execution reverted'), { code: 3, data: '0x' });
    return encodeFunctionResult({ abi, functionName, result });
  };
  return createClient({ transport: custom({ request } as never) }).extend(publicActions);
}

describe('a rollup’s fee in addition to gas', () => {
  test('is estimated as the data fee plus the operator fee', async () => {
    const calls: unknown[] = [];
    const node = createNode({ getL1FeeUpperBound: 4_660n, getOperatorFee: 70n }, calls);
    expect(await estimateRollupFee(node, ORACLE, 21_000n)).toBe(4_730n);
    expect(calls).toContainEqual(['getOperatorFee', 21_000n]);
  });

  test('is only the data fee before the Isthmus upgrade, and zero without a fee oracle', async () => {
    expect(await estimateRollupFee(createNode({ getL1FeeUpperBound: 4_660n }), ORACLE, 21_000n)).toBe(4_660n);
    expect(await estimateRollupFee(createNode({}), undefined, 21_000n)).toBe(0n);
  });

  test('cannot be estimated when the oracle or the node does not answer', async () => {
    await expect(estimateRollupFee(createNode({ getOperatorFee: 70n }), ORACLE, 21_000n)).rejects.toThrow();
    const dead = createEvmClient('http://127.0.0.1:9');
    await expect(estimateRollupFee(dead, ORACLE, 21_000n)).rejects.toThrow();
  });

  // https://specs.optimism.io/protocol/jovian/exec-engine.html, operator fee.
  test.each([
    ['without an operator’s fee', {}, {}, 900n],
    [
      'by Isthmus',
      { operatorFeeScalar: '0x4c4b40', operatorFeeConstant: '0x7' },
      { isJovian: false },
      900n + 105_000n + 7n,
    ],
    ['by Isthmus, rounded down', { operatorFeeScalar: '0x1', operatorFeeConstant: '0x7' }, {}, 907n],
    ['by Jovian', { operatorFeeScalar: '0x2', operatorFeeConstant: '0x7' }, { isJovian: true }, 900n + 4_200_000n + 7n],
  ] as const)('is read from a receipt %s', async (_, fields, answers, fee) => {
    expect(
      await readRollupFee(createNode(answers), ORACLE, { gasUsed: 21_000n, l1Fee: '0x384', ...fields } as never),
    ).toBe(fee);
  });
});

describe('on a local rollup', () => {
  let chains: TemporaryChains;
  beforeAll(async () => {
    chains = await startTemporaryChains(['base']);
  });
  afterAll(() => chains.stop());

  const ETH = { id: 'eip155:8453/slip44:60', code: 'ETH', decimals: 18 };
  const USDC = { id: 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', code: 'USDC', decimals: 6 };
  const TO = '0x00000000000000000000000000000000000b0b01';

  test.each([
    [ETH, 10n ** 15n, 10n ** 15n],
    [USDC, 1_234_567n, 0n],
  ])(
    'reports the exact fee of a payout of $code, which is below the estimate and below its maximum fee',
    async (asset, units, coins) => {
      const rpcUrl = chains.rpcUrl('base');
      const chainId = credentials.chainIds.base;
      const key = openTreasuryKey(createKeySigner(credentials.treasury.evmPrivateKey), {
        network: 'eip155:8453',
        chainId,
      });
      const chain = createEvmChain({
        network: 'eip155:8453',
        rpcUrl,
        chainId,
        confirmations: 1,
        deliveredWhenFinal: false,
        l1FeeOracle: ORACLE,
        treasuryAddress: key.address,
        name: 'Base',
        nativeAsset: ETH,
        knownContracts: () => [],
      });
      const node = createEvmClient(rpcUrl);
      const readBalance = () => node.getBalance({ address: key.address as Hex });
      const request = { asset, to: TO, units };
      const reading = await chain.readTreasury(request);
      if (reading.kind !== 'ok') throw new Error(JSON.stringify(reading));
      const composed = chain.composePayout([request], reading.value, NOTHING_CLAIMED, NO_CEILING);
      if (composed.kind !== 'ok') throw new Error(composed.kind);
      const signed = await key.pay(composed.value, [request]);
      const before = await readBalance();
      expect(await chain.broadcastPayout(signed)).toEqual({ kind: 'ok', value: undefined });
      await chains.control.mine('base', 1);
      const view = await chain.getPayout(signed, composed.value);
      if (view.kind !== 'ok') throw new Error(JSON.stringify(view));
      const fee = view.value.networkFee?.units ?? 0n;
      expect(before - (await readBalance())).toBe(coins + fee);
      const receipt = await node.getTransactionReceipt({ hash: signed.transactionId as Hex });
      expect(fee).toBeGreaterThan(receipt.gasUsed * receipt.effectiveGasPrice);
      expect(fee).toBeLessThanOrEqual(chain.worstFee(composed.value));
      const estimate = await chain.estimateNetworkFee(asset);
      expect(estimate.kind === 'ok' && estimate.value.units).toBeGreaterThan(fee);
    },
  );
});
