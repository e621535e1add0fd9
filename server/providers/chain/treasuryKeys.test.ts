import { Transaction } from '@scure/btc-signer';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeOutputScript } from './bitcoin/address.ts';
import { REPLACEABLE, TRANSACTION_OPTIONS } from './bitcoin/bitcoinPayout.ts';
import { openTreasuryKey as openBitcoinKey } from './bitcoin/treasuryKey.ts';
import { createKeySigner, type DigestSigner } from './digestSigner.ts';
import { openTreasuryKey as openEvmKey } from './evm/treasuryKey.ts';
import { createHighSSigner, createVaryingSigner } from './fakeSigners.testing.ts';
import { catchRejection, createOwnerOnlyFolder, encodePem } from './keystore.testing.ts';
import { openKeySource } from './openKeySource.ts';
import {
  bitcoinRequest,
  buildBitcoinPayout,
  buildOwnScript,
  evmPayout,
  evmRequest,
  isSignedByOpenssl,
  recoverEvmSender,
} from './signedTransactions.testing.ts';

const KEY = `00${'5a'.repeat(31)}`;
const account = privateKeyToAccount(`0x${KEY}`);
const { publicKey } = createKeySigner(KEY);

let keyFolder: Awaited<ReturnType<typeof createOwnerOnlyFolder>>;
beforeAll(async () => {
  keyFolder = await createOwnerOnlyFolder();
});
afterAll(() => keyFolder.remove());

async function openSignerFromFile(): Promise<DigestSigner> {
  const keyFile = await keyFolder.write('key.pem', encodePem(KEY, 'words of a test'));
  return openKeySource({ keyFile, passphraseFile: await keyFolder.write('passphrase', 'words of a test\n') }, {});
}

const signers: readonly (readonly [string, () => Promise<DigestSigner>])[] = [
  ['from the environment', () => openKeySource({ privateKey: `0x${KEY}` }, {})],
  ['from a key file', openSignerFromFile],
  ['with randomized signatures', async () => createVaryingSigner(KEY)],
  ['with a high s', async () => createHighSSigner(KEY)],
];

const ETHEREUM = { network: 'eip155:1', chainId: 1 };

describe.each(signers)('a key %s', (_name, open) => {
  test('signs EVM payouts as its own address, verified by viem', async () => {
    const key = openEvmKey(await open(), ETHEREUM);
    expect(key.address).toBe(account.address);
    for (let count = 0; count < 4; count++) {
      const { bytes } = await key.pay(evmPayout, [evmRequest]);
      expect(await recoverEvmSender(bytes)).toBe(account.address);
    }
    const cancellation = { ...evmPayout, to: account.address, value: '0' };
    expect(await recoverEvmSender((await key.cancel(cancellation)).bytes)).toBe(account.address);
  });

  test('signs Bitcoin payouts of its outputs, verified by OpenSSL', async () => {
    const key = openBitcoinKey(await open(), { network: 'mainnet' });
    expect(encodeOutputScript(key.address)).toEqual(buildOwnScript(publicKey));
    const payout = buildBitcoinPayout(key.address);
    for (let count = 0; count < 4; count++) {
      const { bytes, transactionId } = await key.pay(payout, [bitcoinRequest]);
      expect(isSignedByOpenssl(bytes, payout, publicKey)).toBe(true);
      expect(Transaction.fromRaw(Buffer.from(bytes, 'hex'), TRANSACTION_OPTIONS).id).toBe(transactionId);
    }
    const outputs = [{ address: key.address, units: '179000' }];
    const cancellation = { ...payout, outputs };
    const { bytes } = await key.cancel(cancellation);
    expect(isSignedByOpenssl(bytes, cancellation, publicKey)).toBe(true);
  });

  test('refuses another amount, another chain, and a payment as a cancellation', async () => {
    const evm = openEvmKey(await open(), ETHEREUM);
    const bitcoin = openBitcoinKey(await open(), { network: 'mainnet' });
    const more = { ...evmRequest, units: evmRequest.units + 1n };
    await expect(evm.pay(evmPayout, [more])).rejects.toThrow('not the payout');
    await expect(evm.pay({ ...evmPayout, chainId: 2 }, [evmRequest])).rejects.toThrow('not the payout');
    const polRequest = { ...evmRequest, asset: { ...evmRequest.asset, id: 'eip155:137/slip44:966', code: 'POL' } };
    await expect(evm.pay(evmPayout, [polRequest])).rejects.toThrow('not paid on eip155:1');
    await expect(evm.cancel(evmPayout)).rejects.toThrow('not a cancellation');
    const payout = buildBitcoinPayout(bitcoin.address);
    const smallerRequest = { ...bitcoinRequest, units: bitcoinRequest.units - 1n };
    await expect(bitcoin.pay(payout, [smallerRequest])).rejects.toThrow('not the payout');
    await expect(bitcoin.cancel(payout)).rejects.toThrow('not a cancellation');
  });
});

describe('a faulty key', () => {
  const faultySigners: readonly (readonly [string, DigestSigner])[] = [
    ['signs with another key', { publicKey, sign: createKeySigner('5b'.repeat(32)).sign }],
    ['signs something else', { publicKey, sign: () => createKeySigner(KEY).sign(Buffer.alloc(32, 1)) }],
    ['returns bytes that are not a signature', { publicKey, sign: async () => new Uint8Array(64) }],
    ['returns too few bytes', { publicKey, sign: async () => new Uint8Array(3).fill(7) }],
  ];
  test.each(faultySigners)('that %s returns no signed transaction', async (_name, signer) => {
    await expect(openEvmKey(signer, ETHEREUM).pay(evmPayout, [evmRequest])).rejects.toThrow();
    const bitcoin = openBitcoinKey(signer, { network: 'mainnet' });
    await expect(bitcoin.pay(buildBitcoinPayout(bitcoin.address), [bitcoinRequest])).rejects.toThrow();
  });
});

describe('a key in this process signs the same bytes as', () => {
  test('viem', async () => {
    const { bytes } = await openEvmKey(createKeySigner(KEY), ETHEREUM).pay(evmPayout, [evmRequest]);
    const { to, nonce } = evmPayout;
    const expected = await account.signTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce,
      to: to as Hex,
      value: evmRequest.units,
      gas: 21_000n,
      maxFeePerGas: 30_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
    expect(bytes).toBe(expected);
  });

  test('btc-signer', async () => {
    const key = openBitcoinKey(createKeySigner(KEY), { network: 'mainnet' });
    const payout = buildBitcoinPayout(key.address);
    const { bytes } = await key.pay(payout, [bitcoinRequest]);
    const expected = new Transaction(TRANSACTION_OPTIONS);
    for (const { txid, index, units } of payout.inputs) {
      const witnessUtxo = { script: buildOwnScript(publicKey), amount: BigInt(units) };
      expected.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo });
    }
    for (const { address, units } of payout.outputs)
      expected.addOutput({ script: encodeOutputScript(address), amount: BigInt(units) });
    expected.sign(Buffer.from(KEY, 'hex'));
    expected.finalize();
    expect(bytes).toBe(Buffer.from(expected.extract()).toString('hex'));
  });
});

test.each([
  ['zero', '00'.repeat(32)],
  ['above the order of the curve', 'ff'.repeat(32)],
])('openKeySource refuses an invalid key, %s, without printing it', async (_name, privateKey) => {
  const refusal = await catchRejection(openKeySource({ privateKey }, {}));
  expect(refusal).toMatchObject({ name: 'KeyRefusal', field: 'privateKey' });
  expect(refusal.message).not.toContain(privateKey);
});
