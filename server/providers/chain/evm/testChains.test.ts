import * as publicChains from 'viem/chains';
import { expect, test } from 'vitest';
import { evmNetworks, localEvmNetworks } from '../../../../sandbox/chains/localNetworks.ts';
import { isTestChain } from './testChains.ts';

const localIds = evmNetworks.map((network) => localEvmNetworks[network].chainId);

test('treats the networks of the sandbox as play money, each with its own id', () => {
  expect(localIds.filter((id) => !isTestChain(id))).toEqual([]);
  expect(new Set(localIds).size).toBe(localIds.length);
});

test('treats no public chain as a network of the sandbox, except testnets and the default chains of development tools', () => {
  const chains = Object.values(publicChains).flatMap((chain) => ('id' in chain ? [chain] : []));
  expect(chains.length).toBeGreaterThan(100);
  const otherTestChains = chains.filter(({ id, name }) => isTestChain(id) && !/Sepolia|Holesky|Hoodi|Amoy/.test(name));
  expect(new Set(otherTestChains.map(({ id }) => id))).toEqual(new Set([1337, 31_337]));
});
