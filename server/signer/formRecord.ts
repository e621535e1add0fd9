import type { Claims } from '../providers/chain/chainPort.ts';
import { type ChainedTable, openChain, type RecordParts, type Unlinked } from './chainedRows.ts';
import { fieldsOfForm, proofWords, type RecordedForm } from './signedForms.ts';

/** A form of which the number and the chain are the record's own to give. */
export type NewForm = Unlinked<RecordedForm>;

/** What is remembered of a form; the rest of it is looked up in the table. */
export type KnownForm = Pick<
  RecordedForm,
  | 'number'
  | 'network'
  | 'purpose'
  | 'payer'
  | 'orderNos'
  | 'payments'
  | 'claims'
  | 'proofs'
  | 'transactionId'
  | 'asset'
  | 'units'
  | 'euroCents'
> & { readonly at: number };

/**
 * Everything that was ever signed, in memory and in the signer's own table. The table is believed once, when it is opened and
 * fits its chain and the head that is kept elsewhere; what becomes of it afterwards changes no answer.
 */
export type FormRecord = {
  isEmpty(): boolean;
  size(): number;
  /** Forms that pay or cancel an order, the oldest first. */
  ofOrder(orderNo: string): readonly KnownForm[];
  ofClaim(claim: string): readonly KnownForm[];
  /** Minor units of an output, as the first form that spent it was signed with; undefined if none did. */
  unitsOfInput(claim: string): bigint | undefined;
  ofTransaction(transactionId: string): KnownForm | undefined;
  /** The order for which a word of a proof was used; undefined while it was for none. */
  orderOfProof(word: string): string | undefined;
  /** Those by which something has left since then, by the machine's clock. */
  paidSince(at: number): readonly KnownForm[];
  /** The first nonce above all that an address has used, as far as is known; undefined where it has used none. */
  nextNonce(network: string, payer: string): number | undefined;
  /** When the newest form was signed; undefined for an empty record. */
  newestAt(): Date | undefined;
  /** Kept for good when it resolves. One at a time. */
  add(form: NewForm): Promise<void>;
};

export type FormTable = ChainedTable<RecordedForm>;

/** Rejects with a `BrokenRecordError` where the table is not what was signed. */
export async function createFormRecord(parts: RecordParts<RecordedForm>): Promise<FormRecord> {
  const byOrder = new Map<string, KnownForm[]>();
  const byClaim = new Map<string, KnownForm[]>();
  const byTransaction = new Map<string, KnownForm>();
  const byProof = new Map<string, string>();
  const inputUnits = new Map<string, bigint>();
  const nextNonces = new Map<string, number>();
  let newestAt: Date | undefined;
  const paid: KnownForm[] = [];

  function remember(form: RecordedForm): void {
    const { number, network, purpose, payer, orderNos, payments, claims, proofs, transactionId } = form;
    const { asset, units, euroCents } = form;
    const known = { number, network, purpose, payer, orderNos, payments, claims, proofs, transactionId };
    const dated = { ...known, asset, units, euroCents, at: form.signedAt.getTime() };
    for (const orderNo of orderNos) byOrder.set(orderNo, [...(byOrder.get(orderNo) ?? []), dated]);
    for (const claim of claims) byClaim.set(claim, [...(byClaim.get(claim) ?? []), dated]);
    for (const [index, proof] of form.proofs.entries())
      for (const word of proofWords(proof)) byProof.set(word, orderNos[index] ?? '');
    for (const input of form.inputs) inputUnits.set(input.claim, BigInt(input.units));
    for (const claim of claims) {
      const nonce = /nonce:(\d+)$/.exec(claim)?.[1];
      const address = `${network} ${payer}`;
      if (nonce !== undefined) nextNonces.set(address, Math.max(nextNonces.get(address) ?? 0, Number(nonce) + 1));
    }
    newestAt = form.signedAt;
    byTransaction.set(transactionId, dated);
    if (euroCents > 0n) paid.push(dated);
  }

  const chain = await openChain({ noun: 'form', ...parts, fieldsOf: fieldsOfForm, remember });

  return {
    isEmpty: () => chain.size() === 0,
    size: chain.size,
    ofOrder: (orderNo) => byOrder.get(orderNo) ?? [],
    ofClaim: (claim) => byClaim.get(claim) ?? [],
    unitsOfInput: (claim) => inputUnits.get(claim),
    ofTransaction: (transactionId) => byTransaction.get(transactionId),
    orderOfProof: (word) => byProof.get(word),
    paidSince: (since) => paid.slice(paid.findLastIndex(({ at }) => at < since) + 1),
    nextNonce: (network, payer) => nextNonces.get(`${network} ${payer}`),
    newestAt: () => newestAt,
    add: async (form) => void (await chain.add(form)),
  };
}

/**
 * Returns what a form uses up: `eip155:1 0xABC… nonce:5`, `bip122:… bc1… 3f…a1:0`. The paying address is part of it: two
 * addresses have a nonce 5 each.
 */
export function nameClaims(network: string, payer: string, { nonce, held }: Claims): readonly string[] {
  const used = [...(nonce === undefined ? [] : [`nonce:${nonce}`]), ...held];
  return used.map((claim) => nameClaim(network, payer, claim)).toSorted();
}

export function nameClaim(network: string, payer: string, claim: string): string {
  return `${network} ${payer} ${claim}`;
}
