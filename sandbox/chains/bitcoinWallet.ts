import type { Call } from 'bcoin/lib/node/fullnode.js';
import TX from 'bcoin/lib/primitives/tx.js';
import { scriptHashOf } from './bitcoinAddress.ts';
import { RPC_CODES, RpcError } from './rpcError.ts';

type Raw = {
  readonly txid: string;
  readonly hex: string;
  readonly blockhash: string | null;
  readonly confirmations: number;
};

/**
 * bitcoind's calls of a wallet that watches one address from the first block on. It knows what pays that address and what
 * spends from it (https://developer.bitcoin.org/reference/rpc/gettransaction.html); `find` answers `getrawtransaction`.
 */
export function watchingWallet(address: string, find: Call): Readonly<Record<string, Call>> {
  const own = scriptHashOf(address).toString('hex');
  return {
    getwalletinfo: async () => ({ walletname: 'treasury', private_keys_enabled: false, scanning: false }),
    gettransaction: async ([transactionId]) => {
      const raw = (await find([transactionId, true]).catch(() => undefined)) as Raw | undefined;
      if (!raw || !touches(raw, own))
        throw new RpcError(RPC_CODES.invalidAddressOrKey, 'Invalid or non-wallet transaction id');
      const { txid, hex, blockhash, confirmations } = raw;
      return { txid, hex, confirmations, ...(blockhash !== null && { blockhash }), decoded: raw };
    },
  };
}

function touches({ hex }: Raw, own: string): boolean {
  const { inputs, outputs } = TX.fromRaw(Buffer.from(hex, 'hex'));
  return (
    outputs.some((output) => output.getHash('hex') === own) ||
    inputs.some((input) => input.getHash(null, 'hex') === own)
  );
}
