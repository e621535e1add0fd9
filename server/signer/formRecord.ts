import type { Claims } from '../providers/chain/chainPort.ts';
import type { HeadKeeper } from './headFile.ts';
import {
  assertFollows,
  BrokenRecordError,
  linkedTo,
  NO_FORMS,
  type RecordedForm,
  type RecordHead,
} from './signedForms.ts';

/** A form of which the number and the chain are the record's own to give. */
export type NewForm = Omit<RecordedForm, 'number' | 'mac'>;

/** What is remembered of a form; the rest of it is looked up in the table. */
export type KnownForm = Pick<
  RecordedForm,
  'number' | 'network' | 'purpose' | 'orderNos' | 'claims' | 'transactionId' | 'asset' | 'units' | 'euroCents'
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
  ofTransaction(transactionId: string): KnownForm | undefined;
  /** The order for which a proof of payment was used; undefined while it was for none. */
  orderOfProof(proof: string): string | undefined;
  /** Those by which something has left since then, by the machine's clock. */
  paidSince(at: number): readonly KnownForm[];
  /** Kept for good when it resolves. One at a time. */
  add(form: NewForm): Promise<void>;
};

/** Where forms are kept for good. */
export type FormTable = {
  /** The oldest first, some at a time. */
  all(): AsyncIterable<readonly RecordedForm[]>;
  insert(form: RecordedForm): Promise<void>;
};

/** Throws a {@link BrokenRecordError} where the table is not what was signed. */
export async function createFormRecord(table: FormTable, key: Uint8Array, keeper: HeadKeeper): Promise<FormRecord> {
  const byOrder = new Map<string, KnownForm[]>();
  const byClaim = new Map<string, KnownForm[]>();
  const byTransaction = new Map<string, KnownForm>();
  const byProof = new Map<string, string>();
  const paid: KnownForm[] = [];
  let head: RecordHead = NO_FORMS;

  function remember(form: RecordedForm): void {
    const { number, network, purpose, orderNos, claims, transactionId, asset, units, euroCents } = form;
    const known = { number, network, purpose, orderNos, claims, transactionId, asset, units, euroCents };
    const dated = { ...known, at: form.signedAt.getTime() };
    for (const orderNo of orderNos) byOrder.set(orderNo, [...(byOrder.get(orderNo) ?? []), dated]);
    for (const claim of claims) byClaim.set(claim, [...(byClaim.get(claim) ?? []), dated]);
    for (const [index, proof] of form.proofs.entries()) byProof.set(proof, orderNos[index] ?? '');
    byTransaction.set(transactionId, dated);
    if (euroCents > 0n) paid.push(dated);
    head = form;
  }

  const kept = await keeper.read();
  for await (const forms of table.all()) {
    for (const form of forms) {
      assertFollows(key, head, form);
      remember(form);
      if (kept?.number === form.number && !kept.mac.equals(form.mac))
        throw new BrokenRecordError(`form ${form.number} is not the one that was signed`);
    }
  }
  assertEndsAt(kept, head);
  await keeper.keep(head);

  return {
    isEmpty: () => head.number === 0,
    size: () => head.number,
    ofOrder: (orderNo) => byOrder.get(orderNo) ?? [],
    ofClaim: (claim) => byClaim.get(claim) ?? [],
    ofTransaction: (transactionId) => byTransaction.get(transactionId),
    orderOfProof: (proof) => byProof.get(proof),
    paidSince: (since) => paid.slice(paid.findLastIndex(({ at }) => at < since) + 1),
    async add(form) {
      const linked = linkedTo(key, head, form);
      await table.insert(linked);
      await keeper.keep(linked);
      remember(linked);
    },
  };
}

/** One form more than the head says was kept and not noted before the process ended; anything else is a loss. */
function assertEndsAt(kept: RecordHead | undefined, { number, mac }: RecordHead): void {
  if (kept && kept.number <= number && number <= kept.number + 1) return;
  if (!kept && number === 0) return;
  const line = `${number} ${mac.toString('hex')}`;
  throw new BrokenRecordError(
    kept
      ? `${kept.number} forms were signed, and the table has ${number}`
      : `there is no head of the record, and the table has ${number} forms: look at them, and write this line into it: ${line}`,
  );
}

/** `eip155:1 nonce:5`, `bip122:… 3f…a1:0`: what it uses up, where. */
export function claimWords(network: string, { nonce, held }: Claims): readonly string[] {
  return [...(nonce === undefined ? [] : [`nonce:${nonce}`]), ...held].map((claim) => `${network} ${claim}`).toSorted();
}
