import type { Hex } from 'viem';
import { type Outcome, ok } from '../../outcome.ts';
import { type EvmClient, unavailable } from './client.ts';

/**
 * Code of an account that has a key and delegates to a contract (https://eips.ethereum.org/EIPS/eip-7702): a prefix and the
 * contract's address. Such an account is not treated as a contract, since the owner of the key can still spend.
 */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

export async function queryHasContract(client: Pick<EvmClient, 'getCode'>, address: string): Promise<Outcome<boolean>> {
  try {
    const code = await client.getCode({ address: address as Hex });
    return ok(code !== undefined && code !== '0x' && !DELEGATION.test(code));
  } catch (error) {
    return unavailable(error);
  }
}
