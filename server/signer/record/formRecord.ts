import type { Claims } from '../../providers/chain/chainPort.ts';
import { type ChainedTable, openRowChain, type RecordParts, type WithoutLink } from './rowChain.ts';
import { buildTakeOverForm, listMacFields, type RecordedForm, readTakeOverForm, splitProofs } from './signedForms.ts';
import type { FollowedRecord } from './takeOver.ts';

/** A form without its number and MAC, which the record assigns. */
export type NewForm = WithoutLink<RecordedForm>;

/** The fields of a form that are kept in memory; the rest is read from the table. */
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
 * Every form that was ever signed, in memory and in the signer's own table. The table is verified once, at opening, against
 * its chain and the stored head. Later changes of the table do not affect the answers.
 */
export type FormRecord = {
  /** Returns the forms that pay or cancel an order, the oldest first. */
  listByOrder(orderNo: string): readonly KnownForm[];
  listByClaim(claim: string): readonly KnownForm[];
  /** Returns the minor units of an output, as the latest form that spent it has them; undefined if none did. */
  findInputUnits(claim: string): bigint | undefined;
  findByTransaction(transactionId: string): KnownForm | undefined;
  /** Returns the order for which a proof was used; undefined if it is unused. */
  findOrderByProof(proof: string): string | undefined;
  /** Returns the forms that moved money out since that time, by the machine's clock. */
  listPaidSince(at: number): readonly KnownForm[];
  /** Returns the nonce after the highest known one of an address; undefined if it has used none. */
  computeNextNonce(network: string, payer: string): number | undefined;
  /** Returns when the newest form was signed; undefined for an empty record. */
  findNewestTime(): Date | undefined;
  /** Resolves when the form is stored permanently. Rejects with a `LeadLostError` if another signer has taken over. */
  add(form: NewForm): Promise<void>;
} & FollowedRecord;

export type FormTable = ChainedTable<RecordedForm>;

/** Opens the record. Rejects with a `BrokenRecordError` if the table differs from the forms that were signed. */
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
      for (const part of splitProofs(proof)) byProof.set(part, orderNos[index] ?? '');
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

  const chain = await openRowChain({
    noun: 'form',
    ...parts,
    listFields: listMacFields,
    readTakeOver: readTakeOverForm,
    remember,
  });

  return {
    ...chain,
    listByOrder: (orderNo) => byOrder.get(orderNo) ?? [],
    listByClaim: (claim) => byClaim.get(claim) ?? [],
    findInputUnits: (claim) => inputUnits.get(claim),
    findByTransaction: (transactionId) => byTransaction.get(transactionId),
    findOrderByProof: (proof) => byProof.get(proof),
    listPaidSince: (since) => paid.slice(paid.findLastIndex(({ at }) => at < since) + 1),
    computeNextNonce: (network, payer) => nextNonces.get(`${network} ${payer}`),
    findNewestTime: () => newestAt,
    add: async (form) => void (await chain.add(form)),
    takeOver: (by, at) => chain.takeOver(by, (takeOver) => buildTakeOverForm(takeOver, at)),
  };
}

/**
 * Returns the claims of a form: `eip155:1 0xABC… nonce:5`, `bip122:… bc1… 3f…a1:0`. They include the paying address, since
 * each address has its own nonce 5.
 */
export function formatClaims(network: string, payer: string, { nonce, held }: Claims): readonly string[] {
  const used = [...(nonce === undefined ? [] : [`nonce:${nonce}`]), ...held];
  return used.map((claim) => formatClaim(network, payer, claim)).toSorted();
}

export function formatClaim(network: string, payer: string, claim: string): string {
  return `${network} ${payer} ${claim}`;
}
