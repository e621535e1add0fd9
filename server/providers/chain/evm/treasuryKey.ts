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
import { type DigestSigner, decompressPublicKey, signDigest } from '../digestSigner.ts';
import type { TreasuryKey } from '../signerPort.ts';
import {
  assertCancels,
  assertPays,
  type EvmPayout,
  getEvmClaims,
  isSelfSend,
  isTransactionOfPayout,
  readEvmPayout,
  readPayment,
  requireSingleRequest,
} from './evmPayout.ts';
import { computeWorstFee } from './fees.ts';
import type { EvmKeyConfig } from './manifest.ts';

/**
 * `network`: the network whose assets the key pays. `chainId`: the id in its signatures, which on a local chain differs
 * from the one in `network`.
 */
type EvmNetworkIds = Pick<EvmKeyConfig, 'network' | 'chainId'>;

/** Creates the treasury key of the address that belongs to the signer's public key. Signs EIP-1559 transactions. */
export function openTreasuryKey(signer: DigestSigner, { network, chainId }: EvmNetworkIds): TreasuryKey {
  const address = publicKeyToAddress(`0x${Buffer.from(decompressPublicKey(signer.publicKey)).toString('hex')}`);

  async function sign(payout: EvmPayout): Promise<SignedPayout & { readonly bytes: Hex }> {
    if (payout.chainId !== chainId)
      throw new Error(`a transaction for chain ${payout.chainId} is not the payout for chain ${chainId}`);
    const transaction = toTransaction(payout);
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
      const request = requireSingleRequest(requests);
      // A payment of native coin contains only its units: the same transaction would pay ether for POL on another
      // network.
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
    getClaims: getEvmClaims,
    listInputs: () => [],
    worstFee: (unsigned) => computeWorstFee(readEvmPayout(unsigned)),
    async verifyOwnTransaction({ signed: { transactionId, bytes }, unsigned }) {
      const serialized = bytes as TransactionSerialized;
      if (
        keccak256(serialized) !== transactionId ||
        !isTransactionOfPayout(serialized, readEvmPayout(unsigned), chainId)
      )
        return undefined;
      const sender = await recoverTransactionAddress({ serializedTransaction: serialized }).catch(() => undefined);
      if (sender === undefined || !isAddressEqual(sender, address)) return undefined;
      const payment = readPayment(serialized, network);
      if (payment && !isAddressEqual(payment.to as Hex, address)) return { purpose: 'payment', payments: [payment] };
      return { purpose: isSelfSend(serialized, address) ? 'cancellation' : 'other', payments: [] };
    },
  };
}

function toTransaction(payout: EvmPayout): TransactionSerializableEIP1559 {
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
