import {
  type Hex,
  isAddressEqual,
  keccak256,
  numberToHex,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerialized,
} from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { SignedPayout } from '../chainPort.ts';
import { type DigestSigner, signDigest, uncompressed } from '../digestSigner.ts';
import type { TreasuryKey } from '../signerPort.ts';
import { worstFee } from './fees.ts';
import type { EvmKeyConfig } from './manifest.ts';
import {
  assertCancels,
  assertPays,
  claimsOfEvm,
  type EvmPayout,
  isOf,
  onlyRequest,
  paymentOf,
  readEvmPayout,
} from './transfer.ts';

/** `network`: whose assets the key pays. `chainId`: to what its signatures are bound; a local chain has one of its own. */
type EvmNetworkIds = Pick<EvmKeyConfig, 'network' | 'chainId'>;

/** Pays from the address of a key, whoever has it. Transactions are EIP-1559. */
export function openTreasuryKey(signer: DigestSigner, { network, chainId }: EvmNetworkIds): TreasuryKey {
  const address = publicKeyToAddress(`0x${Buffer.from(uncompressed(signer.publicKey)).toString('hex')}`);

  async function sign(payout: EvmPayout): Promise<SignedPayout & { readonly bytes: Hex }> {
    if (payout.chainId !== chainId)
      throw new Error(`signed for chain ${payout.chainId} it is not the payout of ${chainId}`);
    const transaction = transactionOf(payout);
    const digest = keccak256(serializeTransaction(transaction), 'bytes');
    const { r, s, yParity } = await signDigest(signer, digest);
    const signature = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity };
    const bytes = serializeTransaction(transaction, signature);
    return { transactionId: keccak256(bytes), bytes };
  }

  return {
    address,
    async pay(unsigned, requests) {
      const payout = readEvmPayout(unsigned);
      const request = onlyRequest(requests);
      // A native coin is paid by its units alone: the same transaction would pay ether for POL on another network.
      if (!request.asset.id.startsWith(`${network}/`)) throw new Error(`${request.asset.id} is not paid on ${network}`);
      const signed = await sign(payout);
      assertPays(signed.bytes, request, payout);
      return signed;
    },
    async cancel(unsigned) {
      const cancellation = readEvmPayout(unsigned);
      const signed = await sign(cancellation);
      assertCancels(signed.bytes, address, cancellation);
      return signed;
    },
    claimsOf: claimsOfEvm,
    inputsOf: () => [],
    worstFee: (unsigned) => worstFee(readEvmPayout(unsigned)),
    async readOwn({ signed: { transactionId, bytes }, unsigned }) {
      const serialized = bytes as TransactionSerialized;
      if (keccak256(serialized) !== transactionId || !isOf(serialized, readEvmPayout(unsigned), chainId))
        return undefined;
      const sender = await recoverTransactionAddress({ serializedTransaction: serialized }).catch(() => undefined);
      if (sender === undefined || !isAddressEqual(sender, address)) return undefined;
      const payment = paymentOf(serialized, network);
      return payment === undefined || isAddressEqual(payment.to as Hex, address) ? [] : [payment];
    },
  };
}

function transactionOf(payout: EvmPayout): TransactionSerializableEIP1559 {
  return {
    type: 'eip1559',
    chainId: payout.chainId,
    nonce: payout.nonce,
    to: payout.to as Hex,
    value: BigInt(payout.value),
    data: payout.data as Hex,
    gas: BigInt(payout.gasLimit),
    maxFeePerGas: BigInt(payout.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(payout.maxPriorityFeePerGas),
  };
}
