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

/** Stored form of a payout. Payouts signed by earlier versions must stay readable: only add optional fields. */
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
  /** Fee of a rollup in addition to the gas; absent if there is none, and in payouts of earlier versions. */
  dataFee: digits.optional(),
});

export type EvmPayout = Readonly<z.output<typeof evmPayout>>;

/** Parses a stored payout. Throws for a payout of another kind. */
export function readEvmPayout(unsigned: UnsignedPayout): EvmPayout {
  const parsed = evmPayout.safeParse(unsigned);
  if (!parsed.success) throw new TypeError('not a payout of an account', { cause: parsed.error });
  return parsed.data;
}

/** Returns the payout's nonce, its only claim. */
export function getEvmClaims(unsigned: UnsignedPayout): Claims {
  return { nonce: readEvmPayout(unsigned).nonce, held: [] };
}

/** Returns the contract of a CAIP-19 id (`eip155:1/erc20:0x…`); undefined for the native coin. */
export function parseTokenContract(asset: Asset): Hex | undefined {
  const reference = asset.id.split('/erc20:')[1];
  return reference ? getAddress(reference) : undefined;
}

/** Returns the only request; throws if there are several, since an account's transaction pays one. */
export function requireSingleRequest([request, ...others]: PayoutRequests): PayoutRequest {
  if (others.length > 0) throw new RangeError(`a transaction of an account pays one request, not ${others.length + 1}`);
  return request;
}

/** Returns receiver, value and data of a payment: the payee itself, or the token's contract with a transfer call. */
export function buildTransferCall({ asset, to, units }: PayoutRequest): {
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
} {
  const contract = parseTokenContract(asset);
  if (!contract) return { to: getAddress(to), value: units, data: '0x' };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), units] });
  return { to: contract, value: 0n, data };
}

/** Reads the signed bytes back and throws unless they pay exactly the requested amount to the requested address. */
export function assertPays(bytes: Hex, request: PayoutRequest, unsigned: EvmPayout): void {
  const signed = parseTransaction(bytes);
  const expected = buildTransferCall(request);
  const isSame =
    signed.chainId === unsigned.chainId &&
    (signed.nonce ?? 0) === unsigned.nonce &&
    signed.to != null &&
    isAddressEqual(signed.to, expected.to) &&
    (signed.value ?? 0n) === expected.value &&
    (signed.data ?? '0x') === expected.data;
  if (!isSame) throw new Error('the signed bytes are not the payout that was asked for');
  if (expected.data === '0x') return;
  // Decodes the transfer again, so that a faulty encoding is detected.
  const { args } = decodeFunctionData({ abi: erc20Abi, data: expected.data });
  if (args?.[1] !== request.units) throw new Error('the signed transfer moves another amount');
}

/** Reads the signed bytes back and throws unless they have the cancellation's chain and nonce, and move nothing. */
export function assertCancels(bytes: Hex, address: Hex, unsigned: EvmPayout): void {
  const { chainId, nonce = 0 } = parseTransaction(bytes);
  const isSame = chainId === unsigned.chainId && nonce === unsigned.nonce && isSelfSend(bytes, address);
  if (!isSame) throw new Error('the signed bytes are not a cancellation');
}

/** Returns true if a transaction only uses up its nonce: it sends zero to its own address. */
export function isSelfSend(bytes: Hex, address: Hex): boolean {
  const { to, value = 0n, data = '0x' } = parseTransaction(bytes);
  return to != null && isAddressEqual(to, address) && value === 0n && data === '0x';
}

/** Like {@link isSelfSend}, for the fields of an unsigned transaction. */
export function isEvmCancellation({ to, value, data }: EvmPayout, address: Hex): boolean {
  return to.toLowerCase() === address.toLowerCase() && value === '0' && data === '0x';
}

/** Returns true if the bytes have the payout's chain, nonce, receiver, value and data. Does not compare gas and fees. */
export function isTransactionOfPayout(bytes: Hex, unsigned: EvmPayout, chainId: number): boolean {
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

/** Returns the payment of a transaction; undefined if it is neither a plain payment nor a token transfer, or pays zero. */
export function readPayment(bytes: Hex, network: string): OwnPayment | undefined {
  const { to, value = 0n, data = '0x' } = parseTransaction(bytes);
  if (to == null) return undefined;
  const [payee, units] = data === '0x' ? [to, value] : (readTransfer(data) ?? []);
  if (payee === undefined || units === undefined || units === 0n) return undefined;
  return {
    to: payee,
    units,
    pays: (request) => {
      if (!request.asset.id.startsWith(`${network}/`) || request.units !== units) return false;
      const expected = buildTransferCall(request);
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
