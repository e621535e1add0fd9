import { type Hex, isAddressEqual, type Transaction } from 'viem';
import { recoverAuthorizationAddress } from 'viem/utils';

/**
 * Returns the nonces of an address's authorizations (EIP-7702) in these transactions, with the transaction of each. A valid
 * authorization uses up its nonce; any account may send the transaction. `isWanted` selects nonces, since each authorization
 * costs the recovery of a key.
 */
export async function findAuthorizedNonces(
  transactions: readonly Transaction[],
  address: Hex,
  isWanted: (nonce: number) => boolean,
): Promise<ReadonlyMap<number, Hex>> {
  const candidates = transactions.flatMap(({ hash, chainId, authorizationList = [] }) =>
    authorizationList
      .filter((each) => isWanted(each.nonce) && (each.chainId === 0 || each.chainId === chainId))
      .map((authorization) => ({ hash, authorization })),
  );
  const nonces = new Map<number, Hex>();
  for (const { hash, authorization } of candidates) {
    // The chain skips an authorization whose signature is malformed.
    const signer = await recoverAuthorizationAddress({ authorization }).catch(() => undefined);
    // The same authorization again is invalid: the first one counts.
    if (signer && isAddressEqual(signer, address) && !nonces.has(authorization.nonce))
      nonces.set(authorization.nonce, hash);
  }
  return nonces;
}
