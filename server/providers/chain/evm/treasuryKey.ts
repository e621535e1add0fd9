import { type Hex, keccak256 } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { SignedPayout } from '../chainPort.ts';
import type { TreasuryKey } from '../signerPort.ts';
import { worstFee } from './fees.ts';
import type { EvmKeyConfig } from './manifest.ts';
import { assertCancels, assertPays, claimsOfEvm, type EvmPayout, onlyRequest, readEvmPayout } from './transfer.ts';

/** Signs with a key that this process has. Transactions are EIP-1559. */
export function openTreasuryKey({ privateKey, chainId }: Pick<EvmKeyConfig, 'privateKey' | 'chainId'>): TreasuryKey {
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
    async cancel(unsigned) {
      const cancellation = readEvmPayout(unsigned);
      const signed = await sign(cancellation);
      assertCancels(signed.bytes, account.address, cancellation);
      return signed;
    },
    claimsOf: claimsOfEvm,
    worstFee: (unsigned) => worstFee(readEvmPayout(unsigned)),
  };
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
