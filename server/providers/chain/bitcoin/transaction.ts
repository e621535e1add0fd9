import { Transaction } from '@scure/btc-signer';
import { z } from 'zod';
import type { Claims, PayoutRequest, PayoutRequests, UnsignedPayout } from '../chainPort.ts';
import type { OwnPayment } from '../signerPort.ts';
import { scriptOfAddress } from './address.ts';
import { type Outpoint, outpointKey } from './client.ts';

const digits = z.string().regex(/^\d+$/);

/** A payout as it is stored: what was signed by earlier versions must stay readable, so fields are added, never renamed. */
const bitcoinPayout = z.object({
  kind: z.literal('outputs'),
  inputs: z.array(z.object({ txid: z.string(), index: z.number(), units: digits })).readonly(),
  outputs: z.array(z.object({ address: z.string(), units: digits })).readonly(),
  feeUnits: digits,
});

export type BitcoinPayout = Readonly<z.output<typeof bitcoinPayout>>;

/** Throws for a payout that spends no outputs. */
export function readBitcoinPayout(unsigned: UnsignedPayout): BitcoinPayout {
  const parsed = bitcoinPayout.safeParse(unsigned);
  if (!parsed.success) throw new TypeError('not a payout of outputs', { cause: parsed.error });
  return parsed.data;
}

/** The outputs that it spends. */
export function claimsOfBitcoin(unsigned: UnsignedPayout): Claims {
  return { held: readBitcoinPayout(unsigned).inputs.map(outpointKey) };
}

/** BIP 125: the payout may be replaced by one that pays a higher fee. */
export const REPLACEABLE = 0xff_ff_ff_fd;
export const OPTIONS = { version: 2, lockTime: 0, allowUnknownOutputs: true } as const;

/** Reads signed bytes back and throws unless they pay each that was asked exactly once, and the rest to ourselves. */
export function assertPays(
  bytes: string,
  payout: BitcoinPayout,
  requests: PayoutRequests,
  ownScript: Uint8Array,
): void {
  const read = readTransaction(bytes);
  const rest = requests.reduce<Outputs | undefined>(withoutPaid, read.outputs);
  const right = spendsAsSaid(read, payout) && rest !== undefined && rest.length <= 1 && areOurs(rest, ownScript);
  if (!right) throw new Error('the signed bytes are not the payout that was asked for');
}

/** The outputs but for one that pays the request; undefined when none does. */
function withoutPaid(outputs: Outputs | undefined, { to, units }: PayoutRequest): Outputs | undefined {
  const payee = scriptOfAddress(to);
  const at = outputs?.findIndex((output) => isSame(output.script, payee) && output.units === units) ?? -1;
  return at < 0 ? undefined : outputs?.toSpliced(at, 1);
}

/** Reads signed bytes back and throws unless everything but the fee stays with us. */
export function assertCancels(bytes: string, payout: BitcoinPayout, ownScript: Uint8Array): void {
  const read = readTransaction(bytes);
  if (!spendsAsSaid(read, payout) || !areOurs(read.outputs, ownScript))
    throw new Error('the signed bytes are not a cancellation');
}

/** The inputs are those that were claimed, and the fee is the one that was said. */
function spendsAsSaid({ inputs, outputs }: ReadTransaction, payout: BitcoinPayout): boolean {
  const spent = payout.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
  const given = outputs.reduce((sum, { units }) => sum + units, 0n);
  return (
    inputs.length === payout.inputs.length &&
    inputs.every(({ txid, index }, at) => txid === payout.inputs[at]?.txid && index === payout.inputs[at]?.index) &&
    spent - given === BigInt(payout.feeUnits)
  );
}

/** Whether bytes are of these fields. */
export function isOf(bytes: string, payout: BitcoinPayout): boolean {
  const read = readTransaction(bytes);
  const isSameOutputs =
    read.outputs.length === payout.outputs.length &&
    read.outputs.every(({ units }, at) => units === BigInt(payout.outputs[at]?.units ?? -1));
  return isSameOutputs && spendsAsSaid(read, payout);
}

/** What it pays, but for what stays with us. */
export function paymentsOf(bytes: string, payout: BitcoinPayout, ownScript: Uint8Array): readonly OwnPayment[] {
  return readTransaction(bytes).outputs.flatMap(({ script, units }, at) => {
    const to = payout.outputs[at]?.address ?? '';
    const pays: OwnPayment['pays'] = (request) =>
      request.units === units && isSame(scriptOfAddress(request.to), script);
    return isSame(script, ownScript) ? [] : [{ to, units, pays }];
  });
}

function areOurs(outputs: Outputs, ownScript: Uint8Array): boolean {
  return outputs.every(({ script }) => isSame(script, ownScript));
}

type Outputs = readonly { readonly script: Uint8Array; readonly units: bigint }[];

type ReadTransaction = { readonly inputs: readonly Outpoint[]; readonly outputs: Outputs };

function readTransaction(bytes: string): ReadTransaction {
  const transaction = Transaction.fromRaw(Buffer.from(bytes, 'hex'), { ...OPTIONS, allowUnknownInputs: true });
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

/** What a signed transaction spends. */
export function outpointsOf(bytes: string): readonly Outpoint[] {
  return readTransaction(bytes).inputs;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** BIP 69: inputs by transaction and index, outputs by amount and script, so that the order tells nobody which is change. */
export function inBip69Order(payout: BitcoinPayout): BitcoinPayout {
  return {
    ...payout,
    inputs: payout.inputs.toSorted((a, b) => (a.txid === b.txid ? a.index - b.index : a.txid < b.txid ? -1 : 1)),
    outputs: payout.outputs.toSorted((a, b) => {
      const difference = BigInt(a.units) - BigInt(b.units);
      if (difference !== 0n) return difference < 0n ? -1 : 1;
      return Buffer.compare(scriptOfAddress(a.address), scriptOfAddress(b.address));
    }),
  };
}
