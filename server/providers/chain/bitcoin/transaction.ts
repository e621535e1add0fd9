import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { z } from 'zod';
import type { PayoutRequest, SignedPayout, UnsignedPayout } from '../chainPort.ts';
import { scriptOfAddress } from './address.ts';
import type { Outpoint } from './client.ts';

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

/** BIP 125: the payout may be replaced by one that pays a higher fee. */
const REPLACEABLE = 0xff_ff_ff_fd;
const OPTIONS = { version: 2, lockTime: 0, allowUnknownOutputs: true } as const;

/** The P2WPKH script of a key: where the treasury's coins lie and where its change goes. */
export function treasuryScript(privateKey: string): Uint8Array {
  return p2wpkh(pubECDSA(Buffer.from(privateKey, 'hex'))).script;
}

/** The same fields always give the same bytes: signatures are made after RFC 6979. */
export function signBitcoinPayout(payout: BitcoinPayout, privateKey: string, request: PayoutRequest): SignedPayout {
  const script = treasuryScript(privateKey);
  const transaction = new Transaction(OPTIONS);
  for (const { txid, index, units } of payout.inputs) {
    transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo: { script, amount: BigInt(units) } });
  }
  for (const { address, units } of payout.outputs) {
    transaction.addOutput({ script: scriptOfAddress(address), amount: BigInt(units) });
  }
  transaction.sign(Buffer.from(privateKey, 'hex'));
  transaction.finalize();
  const bytes = Buffer.from(transaction.extract()).toString('hex');
  assertPays(bytes, payout, request, script);
  return { transactionId: transaction.id, bytes };
}

/** Reads signed bytes back and throws unless they pay exactly what was asked, and the rest to ourselves. */
function assertPays(bytes: string, payout: BitcoinPayout, request: PayoutRequest, changeScript: Uint8Array): void {
  const read = readTransaction(bytes);
  const payee = scriptOfAddress(request.to);
  const paid = read.outputs.filter(({ script, units }) => isSame(script, payee) && units === request.units);
  const rest = read.outputs.filter((output) => !paid.includes(output));
  const spent = payout.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
  const given = read.outputs.reduce((sum, { units }) => sum + units, 0n);
  const inputsAsAsked =
    read.inputs.length === payout.inputs.length &&
    read.inputs.every(({ txid, index }, at) => txid === payout.inputs[at]?.txid && index === payout.inputs[at]?.index);
  const right =
    inputsAsAsked &&
    paid.length === 1 &&
    rest.length <= 1 &&
    rest.every(({ script }) => isSame(script, changeScript)) &&
    spent - given === BigInt(payout.feeUnits);
  if (!right) throw new Error('the signed bytes are not the payout that was asked for');
}

type ReadTransaction = {
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly units: bigint }[];
};

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
