import { type Hex, keccak256 } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { SignedPayout } from '../chainPort.ts';
import type { PayoutSigner } from '../signerPort.ts';
import type { EvmConfig } from './manifest.ts';
import { assertCancels, assertPays, type EvmPayout, onlyRequest, readEvmPayout } from './transfer.ts';

/** Signs with a key that this process has. Transactions are EIP-1559. */
export function createLocalSigner({ privateKey, chainId }: Pick<EvmConfig, 'privateKey' | 'chainId'>): PayoutSigner {
  const account = privateKeyToAccount(privateKey as Hex);

  async function sign(payout: EvmPayout): Promise<SignedPayout & { readonly bytes: Hex }> {
    if (payout.chainId !== chainId)
      throw new Error(`signed for chain ${payout.chainId} it is not the payout of ${chainId}`);
    const bytes = await signWith(account, payout);
    return { transactionId: keccak256(bytes), bytes };
  }

  return {
    address: account.address,
    async pay(unsigned, requests) {
      const payout = readEvmPayout(unsigned);
      const signed = await sign(payout);
      assertPays(signed.bytes, onlyRequest(requests), payout);
      return signed;
    },
    async replace(unsigned, earlier, requests) {
      assertDearer(readEvmPayout(unsigned), readEvmPayout(earlier));
      return this.pay(unsigned, requests);
    },
    async cancel(unsigned, earlier) {
      const cancellation = readEvmPayout(unsigned);
      assertDearer(cancellation, readEvmPayout(earlier));
      const signed = await sign(cancellation);
      assertCancels(signed.bytes, account.address, cancellation);
      return signed;
    },
  };
}

function assertDearer(payout: EvmPayout, earlier: EvmPayout): void {
  const same = payout.chainId === earlier.chainId && payout.nonce === earlier.nonce;
  const dearer =
    BigInt(payout.maxFeePerGas) > BigInt(earlier.maxFeePerGas) &&
    BigInt(payout.maxPriorityFeePerGas) >= BigInt(earlier.maxPriorityFeePerGas);
  if (!same || !dearer)
    throw new Error('it cannot take the place of the earlier form: that is not the same claim for more');
}

function signWith(account: PrivateKeyAccount, payout: EvmPayout): Promise<Hex> {
  return account.signTransaction({
    type: 'eip1559',
    chainId: payout.chainId,
    nonce: payout.nonce,
    to: payout.to as Hex,
    value: BigInt(payout.value),
    data: payout.data as Hex,
    gas: BigInt(payout.gasLimit),
    maxFeePerGas: BigInt(payout.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(payout.maxPriorityFeePerGas),
  });
}
