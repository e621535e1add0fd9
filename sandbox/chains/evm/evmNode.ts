import {
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  numberToHex,
  pad,
  parseEther,
  publicActions,
  stringToHex,
} from 'viem';
import type { LocalToken } from '../tokens.ts';

/** More than the fees of one transaction. */
const FEE_RESERVE = parseEther('1');
/** Multiple of the newest block's base fee. */
const FEE_MARGIN = 10n;

export type EvmNode = ReturnType<typeof connectEvmNode>;

/** Connects to anvil, with its calls in addition to the standard ones: https://getfoundry.sh/anvil/reference */
export function connectEvmNode(rpcUrl: string) {
  const client = createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 0 }),
    cacheTime: 0,
  }).extend(publicActions);
  const setBaseFee = (baseFeePerGas: bigint) => client.setNextBlockBaseFeePerGas({ baseFeePerGas });

  /** Returns the signed bytes of the pending transactions that cannot pay the base fee, in the order of their nonces. */
  async function findUnderpriced(baseFee: bigint): Promise<Hex[]> {
    const { pending } = await client.getTxpoolContent();
    const waiting = Object.values(pending).flatMap((byNonce) => Object.values(byNonce));
    const cheap = waiting.filter(({ maxFeePerGas, gasPrice }) => BigInt(maxFeePerGas ?? gasPrice ?? 0) < baseFee);
    const ordered = cheap.toSorted((a, b) => Number(a.nonce) - Number(b.nonce));
    const bytes = await Promise.all(
      ordered.map(({ hash }) =>
        client.request<{ Method: 'eth_getRawTransactionByHash'; Parameters: [Hex]; ReturnType: Hex | null }>({
          method: 'eth_getRawTransactionByHash',
          params: [hash],
        }),
      ),
    );
    return bytes.filter((raw) => raw !== null);
  }

  return {
    client,
    /**
     * Makes a block with this base fee. Above `usualFee`, some transactions cannot pay it. Other nodes keep these pending, but
     * anvil drops them, so they are submitted again while the next base fee is set to zero.
     */
    async makeBlock(baseFee: bigint, usualFee: bigint): Promise<void> {
      const underpriced = baseFee > usualFee ? await findUnderpriced(baseFee) : [];
      await setBaseFee(baseFee);
      await client.mine({ blocks: 1 });
      if (baseFee <= usualFee) return;
      await setBaseFee(0n);
      for (const serializedTransaction of underpriced) {
        await client.sendRawTransaction({ serializedTransaction }).catch(() => undefined);
      }
      await setBaseFee(baseFee);
    },
    async waitingTransactions(): Promise<number> {
      const { pending, queued } = await client.getTxpoolStatus();
      return pending + queued;
    },
    async reorg(depth: number): Promise<void> {
      await client.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
        method: 'anvil_reorg',
        params: [depth, []],
      });
    },
    /** Returns an address's balance of a token, or of the chain's native coin if `token` is undefined. */
    balance(token: LocalToken | undefined, address: Hex): Promise<bigint> {
      return token
        ? client.readContract({ address: token.contract, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
        : client.getBalance({ address });
    },
    /** Pays from an address without a known key, minting the funds first, with an ordinary transaction. Returns its id. */
    async payFrom(from: Hex, token: LocalToken | undefined, to: Hex, units: bigint): Promise<Hex> {
      await client.impersonateAccount({ address: from });
      const previousBalance = await client.getBalance({ address: from });
      await client.setBalance({ address: from, value: previousBalance + FEE_RESERVE + (token ? 0n : units) });
      const { baseFeePerGas } = await client.getBlock();
      // Enough for several blocks, since anvil drops a transaction that is too cheap for the next one.
      const gasPrice = (baseFeePerGas ?? 0n) * FEE_MARGIN;
      if (!token) return client.sendUnsignedTransaction({ from, to, value: units, gasPrice });
      const before = await this.balance(token, from);
      await client.setStorageAt({
        address: token.contract,
        index: computeBalanceSlot(from),
        value: encodeSlot(before + units),
      });
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] });
      return client.sendUnsignedTransaction({ from, to: token.contract, data, gasPrice });
    },
    async hasToken(token: LocalToken): Promise<boolean> {
      return (await client.getCode({ address: token.contract })) !== undefined;
    },
    /** Deploys the token at its public address as if it had always existed, with the whole supply held by one address. */
    async placeToken(token: LocalToken, code: Hex, holder: Hex, supply: bigint): Promise<void> {
      const slots: readonly (readonly [slot: Hex, value: Hex])[] = [
        [encodeSlot(0n), encodeShortString(token.name)],
        [encodeSlot(1n), encodeShortString(token.symbol)],
        [encodeSlot(2n), encodeSlot(BigInt(token.decimals))],
        [encodeSlot(3n), encodeSlot(supply)],
        [computeBalanceSlot(holder), encodeSlot(supply)],
      ];
      for (const [index, value] of slots) await client.setStorageAt({ address: token.contract, index, value });
      await client.setCode({ address: token.contract, bytecode: code });
    },
  };
}

function encodeSlot(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

/**
 * Returns the storage slot of `balanceOf[holder]` in contracts/Token.sol (docs.soliditylang.org, layout of mappings in
 * storage).
 */
function computeBalanceSlot(holder: Hex): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 4n]));
}

/** Encodes a string of less than 32 bytes: left-aligned in its slot, with twice its length in the last byte. */
function encodeShortString(text: string): Hex {
  const length = Buffer.byteLength(text);
  if (length > 31) throw new RangeError(`${text} does not fit into one slot`);
  const padded = pad(stringToHex(text), { dir: 'right', size: 32 });
  return `${padded.slice(0, 64) as Hex}${(length * 2).toString(16).padStart(2, '0')}`;
}
