import { type Role, roles } from '@slipway/contract/entities/roles.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { NOTHING_BEFORE, type Statement } from '@slipway/contract/statements/statement.ts';
import { z } from 'zod';
import { type Credential, isSignedBy, keyIdOf } from './credential.ts';
import { rpIdOf } from './passkeySignature.ts';
import { hashOf, readStatement, type SignedStatement, signedBytes } from './statement.ts';

/** Somebody who may sign. A name has one key at a time. */
export type Person = {
  readonly name: string;
  readonly key: string;
  readonly roles: readonly Role[];
  readonly credential: Credential;
};

/** A person whom whoever has the host names (OPERATOR_ROOT_KEYS): of every role, until a statement says otherwise. */
export type RootKey = { readonly name: string; readonly credential: Credential };

/** What one admin has said of a person, and waits for another one's {@link CONFIRM}. */
export type Proposal = { readonly hash: string; readonly by: string; readonly person: Person };

/** An account at the operator's identity provider: the `iss` and `sub` of its ID tokens (OpenID Connect Core 1.0, section 5.7). */
export type SignOnAccount = { readonly issuer: string; readonly subject: string };

export type Persons = {
  /** By the id of their key. */
  readonly enrolled: ReadonlyMap<string, Person>;
  /** The account with which an enrolled person may sign in, by the id of the key that has signed the link. */
  readonly signOnAccounts: ReadonlyMap<string, SignOnAccount>;
  /** Ids of keys that are good no more. */
  readonly former: ReadonlySet<string>;
  readonly waiting: readonly Proposal[];
  /** Of every statement that somebody who was ever named has signed, oldest first. */
  readonly hashes: ReadonlySet<string>;
  /** What the next statement about persons follows, and every act names. */
  readonly head: string;
  /** Hashes of rows that no person has signed, or that say what their signer may not. They change nothing. */
  readonly ignored: readonly string[];
  /** The first signed statement that does not follow the one before: some were taken out. Nobody may do anything then. */
  readonly brokenAt: string | undefined;
};

/** The words that change who is who. */
export const ENROL = 'enrol';
export const CHANGE_ROLES = 'change-roles';
export const CONFIRM = 'confirm';
export const REVOKE = 'revoke';
export const LINK_SIGN_ON = 'link-sign-on';
export const UNLINK_SIGN_ON = 'unlink-sign-on';

const anyCredential = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ed25519'), form: z.literal('spki'), publicKey: z.base64() }),
  z.strictObject({
    kind: z.literal('passkey'),
    form: z.literal('spki'),
    // RSA of 4,096 bits takes 736 letters; an id has 1,023 bytes at most (WebAuthn, section 4), a hostname 253.
    publicKey: z.base64().max(1024),
    origin: z
      .string()
      .max(300)
      .refine((origin) => rpIdOf(origin) !== undefined),
    credentialId: z.base64url().min(1).max(1364),
  }),
]);
const someRoles = z.array(z.enum(roles)).min(1);
const shapes = {
  [ENROL]: z.strictObject({ name: z.string().min(1), roles: someRoles, credential: anyCredential }),
  [CHANGE_ROLES]: z.strictObject({ key: z.string(), roles: someRoles }),
  [CONFIRM]: z.strictObject({ statement: z.string() }),
  [REVOKE]: z.strictObject({ key: z.string() }),
  // A subject has 255 ASCII characters at most (OpenID Connect Core 1.0, section 2).
  [LINK_SIGN_ON]: z.strictObject({ issuer: z.string().min(1).max(2048), subject: z.string().min(1).max(255) }),
  [UNLINK_SIGN_ON]: z.strictObject({ key: z.string() }),
};

type State = {
  readonly enrolled: Map<string, Person>;
  readonly signOnAccounts: Map<string, SignOnAccount>;
  readonly former: Set<string>;
  /**
   * Credentials that were ever named, by the id of their key: what they have signed belongs to the chain, whatever they may.
   * Of one key there may be several, since one admin alone can name a key in another form than its person has it.
   */
  readonly known: Map<string, readonly Credential[]>;
  readonly waiting: Map<string, Proposal>;
  /** There were two admins once: nobody changes persons alone any more, even when one of them goes. */
  hadTwoAdmins: boolean;
};

/**
 * Who may sign, from signed statements alone: what else a database says of persons is not believed. One admin alone can
 * name only the second one; from then on who comes, and what somebody may, takes two admins. Rights are taken by one
 * admin, or given up by whoever has them. Pure.
 */
export function readPersons(statements: readonly SignedStatement[], rootKeys: readonly RootKey[]): Persons {
  const state: State = {
    enrolled: new Map(),
    signOnAccounts: new Map(),
    former: new Set(),
    known: new Map(),
    waiting: new Map(),
    hadTwoAdmins: false,
  };
  for (const { name, credential } of rootKeys) enrol(state, { name, key: keyIdOf(credential), roles, credential });
  const hashes = new Set([NOTHING_BEFORE]);
  const ignored: string[] = [];
  let head = NOTHING_BEFORE;
  let brokenAt: string | undefined;
  for (const signed of statements) {
    const hash = hashOf(signed);
    if (hashes.has(hash)) continue;
    const spoken = authentic(state, signed);
    if (!spoken) {
      ignored.push(hash);
      continue;
    }
    if (spoken.statement.previous !== head) {
      brokenAt = hash;
      break;
    }
    head = hash;
    hashes.add(hash);
    if (!apply(state, spoken, hash)) ignored.push(hash);
  }
  const { enrolled, signOnAccounts, former, waiting } = state;
  return { enrolled, signOnAccounts, former, waiting: [...waiting.values()], hashes, head, ignored, brokenAt };
}

/** A statement, with the credential that has signed it. */
type Spoken = { readonly statement: Statement; readonly by: Credential };

/** The statement, where the key that it names was ever a person's and has signed it. */
function authentic({ enrolled, known }: State, { text, signature }: SignedStatement): Spoken | undefined {
  const statement = readStatement(text);
  if (!statement) return undefined;
  // The person's own first: a signature may fit several.
  const person = enrolled.get(statement.key);
  const credentials = [...(person ? [person.credential] : []), ...(known.get(statement.key) ?? [])];
  const by = credentials.find((one) => isSignedBy(one, signedBytes(text), signature));
  return by && { statement, by };
}

/** False where the statement changes nothing: its signer may not, or it is about nobody. */
function apply(state: State, { statement, by }: Spoken, hash: string): boolean {
  const signer = state.enrolled.get(statement.key);
  if (signer?.name !== statement.person || signer.credential !== by) return remember(state, statement);
  if (statement.act === REVOKE) return revoke(state, signer, statement);
  if (statement.act === LINK_SIGN_ON) return linkSignOn(state, signer, statement);
  if (statement.act === UNLINK_SIGN_ON) return unlinkSignOn(state, signer, statement);
  if (!isAdmin(signer)) return remember(state, statement);
  if (statement.act === CONFIRM) return confirm(state, signer, statement);
  const person = proposed(state, statement);
  if (!person) return false;
  know(state, person);
  // The first admin can do one thing alone: to be alone no longer.
  if (!state.hadTwoAdmins && isAdmin(person) && person.name !== signer.name) enrol(state, person);
  else state.waiting.set(hash, { hash, by: signer.name, person });
  return true;
}

/** What a key is said to be by somebody who may not say it gives it no right, and keeps its words in the chain. */
function remember(state: State, statement: Statement): false {
  const person = proposed(state, statement);
  if (person) know(state, person);
  return false;
}

function know({ known }: State, { key, credential }: Person): void {
  const before = known.get(key) ?? [];
  if (!before.some((one) => isSame(one, credential))) known.set(key, [...before, credential]);
}

function isSame(one: Credential, other: Credential): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other });
}

function proposed({ enrolled }: State, { act, arguments: said }: Statement): Person | undefined {
  if (act === ENROL) {
    const parsed = shapes[ENROL].safeParse(said);
    return parsed.success ? { ...parsed.data, key: keyIdOf(parsed.data.credential) } : undefined;
  }
  const parsed = act === CHANGE_ROLES ? shapes[CHANGE_ROLES].safeParse(said) : undefined;
  const before = parsed?.success ? enrolled.get(parsed.data.key) : undefined;
  return before && parsed?.success ? { ...before, roles: parsed.data.roles } : undefined;
}

function confirm(state: State, signer: Person, { arguments: said }: Statement): boolean {
  const parsed = shapes[CONFIRM].safeParse(said);
  const proposal = parsed.success ? state.waiting.get(parsed.data.statement) : undefined;
  if (!proposal || proposal.by === signer.name || proposal.person.name === signer.name) return false;
  state.waiting.delete(proposal.hash);
  enrol(state, proposal.person);
  return true;
}

function revoke(state: State, signer: Person, { arguments: said }: Statement): boolean {
  const parsed = shapes[REVOKE].safeParse(said);
  const person = parsed.success ? state.enrolled.get(parsed.data.key) : undefined;
  if (!person || !(isAdmin(signer) || person.key === signer.key)) return false;
  retire(state, person);
  return true;
}

/** Links one account to the signer's own key. False if another person has that account: it would be unclear who signs in. */
function linkSignOn({ signOnAccounts }: State, signer: Person, { arguments: said }: Statement): boolean {
  const parsed = shapes[LINK_SIGN_ON].safeParse(said);
  if (!parsed.success) return false;
  const { issuer, subject } = parsed.data;
  const isTaken = [...signOnAccounts].some(
    ([key, account]) => key !== signer.key && account.issuer === issuer && account.subject === subject,
  );
  if (isTaken) return false;
  signOnAccounts.set(signer.key, { issuer, subject });
  return true;
}

/** An admin may unlink anybody, and each person themself. */
function unlinkSignOn({ signOnAccounts }: State, signer: Person, { arguments: said }: Statement): boolean {
  const parsed = shapes[UNLINK_SIGN_ON].safeParse(said);
  if (!parsed.success || !(isAdmin(signer) || parsed.data.key === signer.key)) return false;
  return signOnAccounts.delete(parsed.data.key);
}

/** A new key of a name ends the one before, and what else was proposed of it is over. */
function enrol(state: State, person: Person): void {
  const account = state.signOnAccounts.get(person.key);
  for (const before of state.enrolled.values()) if (before.name === person.name) retire(state, before);
  // The same key with other roles keeps its link; another key has to sign its own.
  if (account) state.signOnAccounts.set(person.key, account);
  dropProposals(state, ({ key }) => key === person.key);
  state.former.delete(person.key);
  state.enrolled.set(person.key, person);
  know(state, person);
  if ([...state.enrolled.values()].filter(isAdmin).length > 1) state.hadTwoAdmins = true;
}

/** With what they had proposed, and what was proposed of this key: nobody's word outlives their key. */
function retire(state: State, { key, name }: Person): void {
  state.enrolled.delete(key);
  state.signOnAccounts.delete(key);
  state.former.add(key);
  dropProposals(state, (person, by) => by === name || person.key === key);
}

function dropProposals({ waiting }: State, isMeant: (person: Person, by: string) => boolean): void {
  for (const { hash, by, person } of waiting.values()) if (isMeant(person, by)) waiting.delete(hash);
}

function isAdmin({ roles: held }: Person): boolean {
  return held.includes('admin');
}
