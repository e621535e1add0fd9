import type { Asset } from '@slipway/money/asset.ts';
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isAddressEqual,
  parseTransaction,
} from 'viem';
import { z } from 'zod';
import type { Claims, PayoutRequest, PayoutRequests, UnsignedPayout } from '../chainPort.ts';
import type { OwnPayment } from '../signerPort.ts';

const digits = z.string().regex(/^\d+$/);

/** A payout as it is stored: what was signed by earlier versions must stay readable, so fields are added, never renamed. */
const evmPayout = z.object({
  kind: z.literal('account'),
  chainId: z.number(),
  nonce: z.number(),
  to: z.string(),
  value: digits,
  data: z.string(),
  gasLimit: digits,
  maxFeePerGas: digits,
  maxPriorityFeePerGas: digits,
  /** What a rollup may take beside the gas; absent where it takes nothing, and in what earlier versions have stored. */
  dataFee: digits.optional(),
});

export type EvmPayout = Readonly<z.output<typeof evmPayout>>;

/** Throws for a payout that no account could make. */
export function readEvmPayout(unsigned: UnsignedPayout): EvmPayout {
  const parsed = evmPayout.safeParse(unsigned);
  if (!parsed.success) throw new TypeError('not a payout of an account', { cause: parsed.error });
  return parsed.data;
}

/** Its number among the account's own. */
export function claimsOfEvm(unsigned: UnsignedPayout): Claims {
  return { nonce: readEvmPayout(unsigned).nonce, held: [] };
}

/** The contract in a CAIP-19 id (`eip155:1/erc20:0x…`); undefined for the native coin. */
export function contractOf(asset: Asset): Hex | undefined {
  const reference = asset.id.split('/erc20:')[1];
  return reference ? getAddress(reference) : undefined;
}

/** A transaction of an account pays one: throws for several. */
export function onlyRequest([request, ...others]: PayoutRequests): PayoutRequest {
  if (others.length > 0) throw new RangeError(`an account pays one at a time, not ${others.length + 1}`);
  return request;
}

/** Where a payment goes and what it says: the receiver itself, or the token's contract with a transfer in it. */
export function transferOf({ asset, to, units }: PayoutRequest): {
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
} {
  const contract = contractOf(asset);
  if (!contract) return { to: getAddress(to), value: units, data: '0x' };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), units] });
  return { to: contract, value: 0n, data };
}

/** Reads signed bytes back and throws unless they pay exactly what was asked, to exactly whom. */
export function assertPays(bytes: Hex, request: PayoutRequest, unsigned: EvmPayout): void {
  const signed = parseTransaction(bytes);
  const expected = transferOf(request);
  const same =
    signed.chainId === unsigned.chainId &&
    (signed.nonce ?? 0) === unsigned.nonce &&
    signed.to != null &&
    isAddressEqual(signed.to, expected.to) &&
    (signed.value ?? 0n) === expected.value &&
    (signed.data ?? '0x') === expected.data;
  if (!same) throw new Error('the signed bytes are not the payout that was asked for');
  if (expected.data === '0x') return;
  const { args } = decodeFunctionData({ abi: erc20Abi, data: expected.data });
  if (args?.[1] !== request.units) throw new Error('the signed transfer moves another amount');
}

/** Reads signed bytes back and throws unless they use the nonce and move nothing. */
export function assertCancels(bytes: Hex, address: Hex, unsigned: EvmPayout): void {
  const signed = parseTransaction(bytes);
  const same =
    signed.chainId === unsigned.chainId &&
    (signed.nonce ?? 0) === unsigned.nonce &&
    signed.to != null &&
    isAddressEqual(signed.to, address) &&
    (signed.value ?? 0n) === 0n &&
    (signed.data ?? '0x') === '0x';
  if (!same) throw new Error('the signed bytes are not a cancellation');
}

/** Whether bytes are of these fields. */
export function isOf(bytes: Hex, unsigned: EvmPayout, chainId: number): boolean {
  const signed = parseTransaction(bytes);
  return (
    unsigned.chainId === chainId &&
    signed.chainId === chainId &&
    (signed.nonce ?? 0) === unsigned.nonce &&
    (signed.to ?? '').toLowerCase() === unsigned.to.toLowerCase() &&
    (signed.value ?? 0n) === BigInt(unsigned.value) &&
    (signed.data ?? '0x') === unsigned.data
  );
}

/** What a transaction pays; undefined where it is neither a plain payment nor the transfer of a token. */
export function paymentOf(bytes: Hex, network: string): OwnPayment | undefined {
  const { to, value = 0n, data = '0x' } = parseTransaction(bytes);
  if (to == null) return undefined;
  const [payee, units] = data === '0x' ? [to, value] : (readTransfer(data) ?? []);
  if (payee === undefined || units === undefined || units === 0n) return undefined;
  return {
    to: payee,
    units,
    pays: (request) => {
      if (!request.asset.id.startsWith(`${network}/`) || request.units !== units) return false;
      const expected = transferOf(request);
      return isAddressEqual(expected.to, to) && expected.value === value && expected.data === data;
    },
  };
}

function readTransfer(data: Hex): readonly [Hex, bigint] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
    return functionName === 'transfer' ? args : undefined;
  } catch {
    return undefined;
  }
}
