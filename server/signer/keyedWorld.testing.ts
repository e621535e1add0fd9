import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { openTreasuryKey as openBitcoinKey } from '../providers/chain/bitcoin/treasuryKey.ts';
import { openTreasuryKey as openEvmKey } from '../providers/chain/evm/treasuryKey.ts';
import { createVaryingSigner } from '../providers/chain/fakeSigners.testing.ts';
import type { TreasuryKey } from '../providers/chain/signerPort.ts';
import { createSigner, type SignerContext } from './signer.ts';
import { createSignerWorld, createTestPrices } from './signerWorld.testing.ts';
import { computeFeeCents } from './worth.ts';

/** The private key of every network's paying address. */
export const KEYED_SECRET = '5a'.repeat(32);
const KEY = createVaryingSigner(KEYED_SECRET);

/**
 * Opens a signer with the product's keys of every network, the seeded configuration and test prices: no judging code is
 * replaced.
 */
export async function openKeyedWorld(overrides: Partial<SignerContext> = {}) {
  const { catalog } = seededSettings();
  const chains = [...new Set([...catalog.cryptos.values()].map(({ network }) => network.chain))];
  const keys = new Map<string, TreasuryKey>(
    chains.map((network) => [
      network,
      network.startsWith('eip155:')
        ? openEvmKey(KEY, { network, chainId: Number(network.split(':')[1]) })
        : openBitcoinKey(KEY, { network: 'mainnet' }),
    ]),
  );
  const world = await createSignerWorld();
  const feeCentsNow = (network: string, units: bigint) =>
    computeFeeCents(createTestPrices(world.clock.now), network, units);
  const signer = createSigner({ ...world.context, keys, computeFeeCents: feeCentsNow, ...overrides });
  function requireKey(network: string): TreasuryKey {
    const key = keys.get(network);
    if (!key) throw new Error(`no key for ${network}`);
    return key;
  }
  return { ...world, catalog, signer, requireKey };
}
