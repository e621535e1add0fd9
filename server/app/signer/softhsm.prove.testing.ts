import { randomBytes } from 'node:crypto';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTemporaryChains, type TemporaryChains } from '../../../sandbox/chains/temporaryChains.ts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { recordProof } from '../../../tools/proofs/recordProof.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { createBitcoinChain } from '../../providers/chain/bitcoin/bitcoin.ts';
import { readBitcoinPayout } from '../../providers/chain/bitcoin/bitcoinPayout.ts';
import { bitcoinConfigSchema } from '../../providers/chain/bitcoin/manifest.ts';
import { openTreasuryKey as openBitcoinKey } from '../../providers/chain/bitcoin/treasuryKey.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import {
  NO_CEILING,
  NOTHING_CLAIMED,
  requireComposed,
  requireOkValue,
} from '../../providers/chain/composeHelpers.testing.ts';
import { signDigest } from '../../providers/chain/digestSigner.ts';
import { createEvmChain } from '../../providers/chain/evm/evm.ts';
import { evmConfigSchema } from '../../providers/chain/evm/manifest.ts';
import { openTreasuryKey as openEvmKey } from '../../providers/chain/evm/treasuryKey.ts';
import { openKeySource } from '../../providers/chain/openKeySource.ts';
import { pkcs11Uri } from '../../providers/chain/pkcs11Uri.ts';
import {
  bitcoinRequest,
  buildBitcoinPayout,
  evmPayout,
  evmRequest,
  isSignedByOpenssl,
  recoverEvmSender,
} from '../../providers/chain/signedTransactions.testing.ts';
import type { TreasuryKey } from '../../providers/chain/signerPort.ts';
import { getNativeAsset } from '../../purchase/catalog/catalog.ts';
import { chainVendors } from '../vendors.ts';
import { configureKeys } from './configureKeys.ts';
import { openTreasuryKeys } from './openTreasuryKeys.ts';
import { openSoftToken } from './softhsm.testing.ts';

const SIGNATURES = Number(process.env['PROVE_SIGNATURES'] ?? 200);
const ETH = evmRequest.asset;
const BTC = bitcoinRequest.asset;
const MINUTES_MS = 300_000;
const { catalog } = seededSettings();
const networks = catalog.networks.map((network) => ({ ...network, nativeAsset: getNativeAsset(catalog, network) }));

let token: Awaited<ReturnType<typeof openSoftToken>>;
let chains: TemporaryChains;
const figures: string[] = [];

beforeAll(async () => {
  token = await openSoftToken('treasury');
  await token.generateKey('01');
  // Keys that have coins on local chains.
  await token.importKey('02', credentials.treasury.evmPrivateKey);
  await token.importKey('03', credentials.treasury.bitcoinPrivateKey);
  chains = await startTemporaryChains(['ethereum', 'bitcoin']);
}, MINUTES_MS);
afterAll(async () => {
  await chains?.stop();
  await token?.remove();
});

const openOnToken = (id: string) => openKeySource({ pkcs11: pkcs11Uri.parse(token.buildUri(id)) }, token.environment);

/** Starts like the signer. */
function start(source: Readonly<Record<string, string>>) {
  const environment = { ...token.environment, ...source };
  const { keys, problems } = configureKeys(chainVendors, environment, networks);
  expect(problems).toEqual([]);
  return openTreasuryKeys(keys, { environment, isSandbox: false, log: createLog('silent') });
}

test(
  'a key generated in the token makes different, valid signatures each time',
  async () => {
    const signer = await openOnToken('01');
    const digest = randomBytes(32);
    const begun = performance.now();
    const drawn = new Set<bigint>();
    for (let count = 0; count < SIGNATURES; count++) drawn.add((await signDigest(signer, digest)).r);
    const each = Math.round((performance.now() - begun) / SIGNATURES);
    expect(drawn.size).toBe(SIGNATURES);

    const evm = openEvmKey(signer, { network: 'eip155:1', chainId: 1 });
    const [first, second] = [await evm.pay(evmPayout, [evmRequest]), await evm.pay(evmPayout, [evmRequest])];
    expect(second.bytes).not.toBe(first.bytes);
    for (const { bytes } of [first, second]) expect(await recoverEvmSender(bytes)).toBe(evm.address);
    const bitcoin = openBitcoinKey(signer, { network: 'mainnet' });
    const payout = buildBitcoinPayout(bitcoin.address);
    for (let count = 0; count < 2; count++) {
      const { bytes } = await bitcoin.pay(payout, [bitcoinRequest]);
      expect(isSignedByOpenssl(bytes, payout, signer.publicKey)).toBe(true);
    }
    figures.push(`${SIGNATURES} signatures of one digest by a token of SoftHSM's, ${each} ms each`);
  },
  MINUTES_MS,
);

/** Pays with the token, from reading the treasury to a block. */
async function payWithToken(
  network: 'ethereum' | 'bitcoin',
  chain: Chain,
  key: TreasuryKey,
  request: Parameters<TreasuryKey['pay']>[1][0],
) {
  const reading = requireOkValue(await chain.readTreasury(request));
  const unsigned = requireComposed(chain.composePayout([request], reading, NOTHING_CLAIMED, NO_CEILING));
  const [first, second] = [await key.pay(unsigned, [request]), await key.pay(unsigned, [request])];
  expect(second.bytes).not.toBe(first.bytes);
  requireOkValue(await chain.broadcastPayout(first));
  await chains.control.mine(network, 1);
  expect(requireOkValue(await chain.getPayout(first, unsigned))).toMatchObject({ status: 'included' });
  return { ...first, unsigned };
}

test(
  'a payout by the token is mined on an EVM chain',
  async () => {
    const rpcUrl = chains.rpcUrl('ethereum');
    const chainId = credentials.chainIds.ethereum;
    const key = openEvmKey(await openOnToken('02'), { network: 'eip155:1', chainId });
    expect(key.address).toBe(credentials.treasury.evmAddress);
    const terms = { network: 'eip155:1', rpcUrl, chainId, treasuryAddress: key.address, confirmations: 12 };
    const config = evmConfigSchema.parse(terms);
    const chain = createEvmChain({ ...config, name: 'Ethereum', nativeAsset: ETH, knownContracts: () => [] });
    const { bytes } = await payWithToken('ethereum', chain, key, evmRequest);
    expect(await recoverEvmSender(bytes)).toBe(key.address);
    const node = createPublicClient({ transport: http(rpcUrl) });
    expect(await node.getBalance({ address: evmPayout.to as `0x${string}` })).toBe(evmRequest.units);
    figures.push('a payout mined by anvil');
  },
  MINUTES_MS,
);

test(
  'a payout by the token is mined on a Bitcoin chain',
  async () => {
    const rpcUrl = chains.rpcUrl('bitcoin');
    const signer = await openOnToken('03');
    const key = openBitcoinKey(signer, { network: 'regtest' });
    expect(key.address).toBe(credentials.treasury.bitcoinAddress);
    const config = bitcoinConfigSchema.parse({ network: 'regtest', rpcUrl, treasuryAddress: key.address });
    const chain = createBitcoinChain({ ...config, name: 'Bitcoin', nativeAsset: BTC });
    const { bytes, unsigned } = await payWithToken('bitcoin', chain, key, bitcoinRequest);
    expect(isSignedByOpenssl(bytes, readBitcoinPayout(unsigned), signer.publicKey)).toBe(true);
    expect(await chains.balance('bitcoin', 'BTC', bitcoinRequest.to)).toBe('0.0015');
    figures.push('one on the local Bitcoin chain');
  },
  MINUTES_MS,
);

test(
  'the signer starts with the token for all networks, and refuses wrong PINs and absent tokens by name',
  async () => {
    const createKeyVariables = (uri: string) => ({ EVM_TREASURY_KEY_PKCS11: uri, BITCOIN_TREASURY_KEY_PKCS11: uri });
    const keys = await start(createKeyVariables(token.buildUri('01')));
    expect([...keys.keys()].toSorted()).toEqual(networks.map(({ chain }) => chain).toSorted());

    const pin = await token.own.write('wrong', '000000');
    const refusals: readonly (readonly [string, string])[] = [
      [token.buildUri('01', 'treasury', pin), `has a PIN in ${pin} that the token rejects`],
      [token.buildUri('01', 'elsewhere'), 'names a token that is not there: elsewhere'],
      [token.buildUri('09'), 'names a key that the token does not have: id 09'],
      [token.buildUri('01').replace('libsofthsm2', 'libother'), 'names a library that cannot be loaded'],
    ];
    for (const [uri, says] of refusals) {
      await expect(start({ EVM_TREASURY_KEY_PKCS11: uri })).rejects.toThrow(`EVM_TREASURY_KEY_PKCS11 ${says}`);
    }
    // A token works again after wrong PINs.
    await start(createKeyVariables(token.buildUri('01')));
    const published = 'EVM_TREASURY_KEY_PKCS11 contains a published key: anyone can take its coins';
    await expect(start({ EVM_TREASURY_KEY_PKCS11: token.buildUri('02') })).rejects.toThrow(published);

    const row = `${figures.join('; ')}; wrong PIN, absent token, absent key, absent library and a published key`;
    recordProof('PKCS#11 token (SoftHSM)', {
      figures: row,
      result: 'no two signatures alike, all verified by viem and OpenSSL; each fault refused by name',
    });
  },
  MINUTES_MS,
);
