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
import type { LocalToken } from './tokens.ts';

/** More than one transaction takes. */
const FEES = parseEther('1');
/** Times the newest block's base fee. */
const FEE_MARGIN = 10n;

export type EvmNode = ReturnType<typeof connectEvmNode>;

/** What anvil understands beside the standard calls: https://getfoundry.sh/anvil/reference */
export function connectEvmNode(rpcUrl: string) {
  const client = createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 0 }),
    cacheTime: 0,
  }).extend(publicActions);
  const setBaseFee = (baseFeePerGas: bigint) => client.setNextBlockBaseFeePerGas({ baseFeePerGas });

  /** What waits and cannot pay the base fee, by nonce. */
  async function tooCheap(baseFee: bigint): Promise<Hex[]> {
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
     * A block with this base fee. Anvil throws away what cannot pay it, where other nodes keep it waiting: so that is
     * handed in again, while the next base fee is low enough for it.
     */
    async makeBlock(baseFee: bigint, usualFee: bigint): Promise<void> {
      const left = baseFee > usualFee ? await tooCheap(baseFee) : [];
      await setBaseFee(baseFee);
      await client.mine({ blocks: 1 });
      if (baseFee <= usualFee) return;
      await setBaseFee(0n);
      for (const serializedTransaction of left) {
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
    /** Undefined: the chain's own coin. */
    balance(token: LocalToken | undefined, address: Hex): Promise<bigint> {
      return token
        ? client.readContract({ address: token.contract, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
        : client.getBalance({ address });
    },
    /** An address of which nobody has the key pays out of nothing, by a transaction like any other. Answers its id. */
    async payFrom(from: Hex, token: LocalToken | undefined, to: Hex, units: bigint): Promise<Hex> {
      await client.impersonateAccount({ address: from });
      const held = await client.getBalance({ address: from });
      await client.setBalance({ address: from, value: held + FEES + (token ? 0n : units) });
      const { baseFeePerGas } = await client.getBlock();
      // Enough for the blocks of a while: what is too cheap for the next one is thrown away.
      const gasPrice = (baseFeePerGas ?? 0n) * FEE_MARGIN;
      if (!token) return client.sendUnsignedTransaction({ from, to, value: units, gasPrice });
      const before = await this.balance(token, from);
      await client.setStorageAt({
        address: token.contract,
        index: balanceSlot(from),
        value: slotOf(before + units),
      });
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] });
      return client.sendUnsignedTransaction({ from, to: token.contract, data, gasPrice });
    },
    async hasToken(token: LocalToken): Promise<boolean> {
      return (await client.getCode({ address: token.contract })) !== undefined;
    },
    /** Puts the token at its address as though it had always been there, all of it in one hand. */
    async placeToken(token: LocalToken, code: Hex, holder: Hex, supply: bigint): Promise<void> {
      const slots: readonly (readonly [slot: Hex, value: Hex])[] = [
        [slotOf(0n), shortString(token.name)],
        [slotOf(1n), shortString(token.symbol)],
        [slotOf(2n), slotOf(BigInt(token.decimals))],
        [slotOf(3n), slotOf(supply)],
        [balanceSlot(holder), slotOf(supply)],
      ];
      for (const [index, value] of slots) await client.setStorageAt({ address: token.contract, index, value });
      await client.setCode({ address: token.contract, bytecode: code });
    },
  };
}

function slotOf(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

/** Where `balanceOf[holder]` of contracts/Token.sol lies (docs.soliditylang.org, layout of mappings in storage). */
function balanceSlot(holder: Hex): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 4n]));
}

/** A string under 32 bytes lies in its slot from the left, with twice its length in the last byte. */
function shortString(text: string): Hex {
  const length = Buffer.byteLength(text);
  if (length > 31) throw new RangeError(`${text} does not fit into one slot`);
  const padded = pad(stringToHex(text), { dir: 'right', size: 32 });
  return `${padded.slice(0, 64) as Hex}${(length * 2).toString(16).padStart(2, '0')}`;
}
