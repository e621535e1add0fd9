import { Transaction } from '@scure/btc-signer';
import { z } from 'zod';
import type { Claims, PayoutRequest, PayoutRequests, UnsignedPayout } from '../chainPort.ts';
import type { OwnPayment } from '../signerPort.ts';
import { encodeOutputScript } from './address.ts';
import { formatOutpoint, type Outpoint } from './client.ts';

const digits = z.string().regex(/^\d+$/);

/** Stored form of a payout. Payouts signed by earlier versions must stay readable: only add optional fields. */
const bitcoinPayout = z.object({
  kind: z.literal('outputs'),
  inputs: z.array(z.object({ txid: z.string(), index: z.number(), units: digits })).readonly(),
  outputs: z.array(z.object({ address: z.string(), units: digits })).readonly(),
  feeUnits: digits,
});

export type BitcoinPayout = Readonly<z.output<typeof bitcoinPayout>>;

/** Parses a stored payout. Throws for a payout of another kind. */
export function readBitcoinPayout(unsigned: UnsignedPayout): BitcoinPayout {
  const parsed = bitcoinPayout.safeParse(unsigned);
  if (!parsed.success) throw new TypeError('not a payout of outputs', { cause: parsed.error });
  return parsed.data;
}

/** Returns the outputs that the payout spends. */
export function getBitcoinClaims(unsigned: UnsignedPayout): Claims {
  return { held: readBitcoinPayout(unsigned).inputs.map(formatOutpoint) };
}

/** BIP 125: the payout may be replaced by one that pays a higher fee. */
export const REPLACEABLE = 0xff_ff_ff_fd;
export const TRANSACTION_OPTIONS = { version: 2, lockTime: 0, allowUnknownOutputs: true } as const;

/**
 * Reads the signed bytes back and throws unless they pay each request exactly once, and otherwise have at most one output,
 * the change to the paying address.
 */
export function assertPays(
  bytes: string,
  payout: BitcoinPayout,
  requests: PayoutRequests,
  ownScript: Uint8Array,
): void {
  const read = readTransaction(bytes);
  const otherOutputs = requests.reduce<Outputs | undefined>(removePaidOutput, read.outputs);
  const isRequested =
    hasExpectedInputsAndFee(read, payout) &&
    otherOutputs !== undefined &&
    otherOutputs.length <= 1 &&
    isAllToOwnScript(otherOutputs, ownScript);
  if (!isRequested) throw new Error('the signed bytes are not the payout that was asked for');
}

/** Returns the outputs without one that pays the request; undefined if none does. */
function removePaidOutput(outputs: Outputs | undefined, { to, units }: PayoutRequest): Outputs | undefined {
  const payee = encodeOutputScript(to);
  const at = outputs?.findIndex((output) => isSameBytes(output.script, payee) && output.units === units) ?? -1;
  return at < 0 ? undefined : outputs?.toSpliced(at, 1);
}

/** Reads the signed bytes back and throws unless all funds except the fee return to the paying address. */
export function assertCancels(bytes: string, payout: BitcoinPayout, ownScript: Uint8Array): void {
  const read = readTransaction(bytes);
  if (!hasExpectedInputsAndFee(read, payout) || !isAllToOwnScript(read.outputs, ownScript))
    throw new Error('the signed bytes are not a cancellation');
}

/** Returns true if the inputs are the claimed ones and the fee is the stated one. */
function hasExpectedInputsAndFee({ inputs, outputs }: ParsedTransaction, payout: BitcoinPayout): boolean {
  const spent = payout.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
  const given = outputs.reduce((sum, { units }) => sum + units, 0n);
  return (
    inputs.length === payout.inputs.length &&
    inputs.every(({ txid, index }, at) => txid === payout.inputs[at]?.txid && index === payout.inputs[at]?.index) &&
    spent - given === BigInt(payout.feeUnits)
  );
}

/** Returns true if the bytes have the payout's inputs, fee and output amounts. Does not compare the addresses. */
export function isTransactionOfPayout(bytes: string, payout: BitcoinPayout): boolean {
  const read = readTransaction(bytes);
  const isSameOutputs =
    read.outputs.length === payout.outputs.length &&
    read.outputs.every(({ units }, at) => units === BigInt(payout.outputs[at]?.units ?? -1));
  return isSameOutputs && hasExpectedInputsAndFee(read, payout);
}

/** Returns the payments of a transaction, without outputs to the paying address. `to` is the address that `payout` states. */
export function listPayments(bytes: string, payout: BitcoinPayout, ownScript: Uint8Array): readonly OwnPayment[] {
  return readTransaction(bytes).outputs.flatMap(({ script, units }, at) => {
    const to = payout.outputs[at]?.address ?? '';
    const pays: OwnPayment['pays'] = (request) =>
      request.units === units && isSameBytes(encodeOutputScript(request.to), script);
    return isSameBytes(script, ownScript) ? [] : [{ to, units, pays }];
  });
}

function isAllToOwnScript(outputs: Outputs, ownScript: Uint8Array): boolean {
  return outputs.every(({ script }) => isSameBytes(script, ownScript));
}

type Outputs = readonly { readonly script: Uint8Array; readonly units: bigint }[];

type ParsedTransaction = { readonly inputs: readonly Outpoint[]; readonly outputs: Outputs };

function readTransaction(bytes: string): ParsedTransaction {
  const transaction = Transaction.fromRaw(Buffer.from(bytes, 'hex'), {
    ...TRANSACTION_OPTIONS,
    allowUnknownInputs: true,
  });
  return {
    inputs: Array.from({ length: transaction.inputsLength }, (_, at) => {
      const { txid, index } = transaction.getInput(at);
      return { txid: Buffer.from(txid ?? []).toString('hex'), index: index ?? -1 };
    }),
    outputs: Array.from({ length: transaction.outputsLength }, (_, at) => {
      const { script, amount } = transaction.getOutput(at);
      return { script: script ?? new Uint8Array(), units: amount ?? -1n };
    }),
  };
}

/** Returns the outputs that a signed transaction spends. */
export function readOutpoints(bytes: string): readonly Outpoint[] {
  return readTransaction(bytes).inputs;
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/**
 * Sorts as BIP 69: inputs by transaction and index, outputs by amount and script, so that the order does not reveal the
 * change.
 */
export function sortByBip69(payout: BitcoinPayout): BitcoinPayout {
  return {
    ...payout,
    inputs: payout.inputs.toSorted((a, b) => (a.txid === b.txid ? a.index - b.index : a.txid < b.txid ? -1 : 1)),
    outputs: payout.outputs.toSorted((a, b) => {
      const difference = BigInt(a.units) - BigInt(b.units);
      if (difference !== 0n) return difference < 0n ? -1 : 1;
      return Buffer.compare(encodeOutputScript(a.address), encodeOutputScript(b.address));
    }),
  };
}
