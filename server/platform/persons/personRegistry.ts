import { type Role, roles } from '@slipway/contract/entities/roles.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { GENESIS_HASH, type Statement } from '@slipway/contract/statements/statement.ts';
import { z } from 'zod';
import { type Credential, computeKeyId, isSignedBy } from './credential.ts';
import { parseRpId } from './passkeySignature.ts';
import { encodeSignedText, hashStatement, parseStatement, type SignedStatement } from './statement.ts';

/** A person who may sign. A name has one key at a time. */
export type Person = {
  readonly name: string;
  readonly key: string;
  readonly roles: readonly Role[];
  readonly credential: Credential;
};

/** A person named by the host's owner (OPERATOR_ROOT_KEYS): has every role until a statement changes that. */
export type RootKey = { readonly name: string; readonly credential: Credential };

/** An admin's proposal about a person, which waits for another admin's {@link CONFIRM}. */
export type Proposal = { readonly hash: string; readonly by: string; readonly person: Person };

/** An account at the operator's identity provider: `iss` and `sub` of its ID tokens (OpenID Connect Core 1.0, section 5.7). */
export type SignOnAccount = { readonly issuer: string; readonly subject: string };

export type PersonRegistry = {
  /** By key id. */
  readonly enrolled: ReadonlyMap<string, Person>;
  /** The account with which an enrolled person may log in, by the id of the key that signed the link. */
  readonly signOnAccounts: ReadonlyMap<string, SignOnAccount>;
  /** Ids of revoked or replaced keys. */
  readonly former: ReadonlySet<string>;
  readonly waiting: readonly Proposal[];
  /** Hashes of all statements signed by a known credential, oldest first. */
  readonly hashes: ReadonlySet<string>;
  /** Hash that the next statement about people must follow, and that every act names. */
  readonly head: string;
  /** Hashes of statements that change nothing: the signature is invalid, or the signer lacks the right. */
  readonly ignored: readonly string[];
  /** Hash of the first signed statement that does not follow its predecessor: some were deleted. Every action is then refused. */
  readonly brokenAt: string | undefined;
};

/** Acts that change people and their roles. */
export const ENROL = 'enrol';
export const CHANGE_ROLES = 'change-roles';
export const CONFIRM = 'confirm';
export const REVOKE = 'revoke';
export const LINK_SIGN_ON = 'link-sign-on';
export const UNLINK_SIGN_ON = 'unlink-sign-on';

const credentialSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ed25519'), form: z.literal('spki'), publicKey: z.base64() }),
  z.strictObject({
    kind: z.literal('passkey'),
    form: z.literal('spki'),
    // RSA of 4,096 bits takes 736 characters; an id has at most 1,023 bytes (WebAuthn, section 4), a hostname 253.
    publicKey: z.base64().max(1024),
    origin: z
      .string()
      .max(300)
      .refine((origin) => parseRpId(origin) !== undefined),
    credentialId: z.base64url().min(1).max(1364),
  }),
]);
const rolesSchema = z.array(z.enum(roles)).min(1);
const argumentSchemas = {
  [ENROL]: z.strictObject({ name: z.string().min(1), roles: rolesSchema, credential: credentialSchema }),
  [CHANGE_ROLES]: z.strictObject({ key: z.string(), roles: rolesSchema }),
  [CONFIRM]: z.strictObject({ statement: z.string() }),
  [REVOKE]: z.strictObject({ key: z.string() }),
  // A subject has at most 255 ASCII characters (OpenID Connect Core 1.0, section 2).
  [LINK_SIGN_ON]: z.strictObject({ issuer: z.string().min(1).max(2048), subject: z.string().min(1).max(255) }),
  [UNLINK_SIGN_ON]: z.strictObject({ key: z.string() }),
};

type RegistryState = {
  readonly enrolled: Map<string, Person>;
  readonly signOnAccounts: Map<string, SignOnAccount>;
  readonly former: Set<string>;
  /**
   * All credentials ever named, by key id: statements signed with them belong to the chain, whether or not the signer has the
   * right. A key id may have several credentials, since an admin can name a key in another form than its owner.
   */
  readonly known: Map<string, readonly Credential[]>;
  readonly waiting: Map<string, Proposal>;
  /** True once there were two admins: from then on no admin can change people without a second one, even if one leaves. */
  hadTwoAdmins: boolean;
};

/**
 * Returns who may sign, derived only from signed statements; nothing else in the database is trusted. A sole admin can only
 * add the second one; from then on enrolments and role changes take two admins. An admin can revoke a key without a second
 * one, and each person can revoke their own. Pure.
 */
export function buildPersonRegistry(
  statements: readonly SignedStatement[],
  rootKeys: readonly RootKey[],
): PersonRegistry {
  const state: RegistryState = {
    enrolled: new Map(),
    signOnAccounts: new Map(),
    former: new Set(),
    known: new Map(),
    waiting: new Map(),
    hadTwoAdmins: false,
  };
  for (const { name, credential } of rootKeys)
    enrolPerson(state, { name, key: computeKeyId(credential), roles, credential });
  const hashes = new Set([GENESIS_HASH]);
  const ignored: string[] = [];
  let head = GENESIS_HASH;
  let brokenAt: string | undefined;
  for (const signed of statements) {
    const hash = hashStatement(signed);
    if (hashes.has(hash)) continue;
    const authentic = authenticateStatement(state, signed);
    if (!authentic) {
      ignored.push(hash);
      continue;
    }
    if (authentic.statement.previous !== head) {
      brokenAt = hash;
      break;
    }
    head = hash;
    hashes.add(hash);
    if (!applyStatement(state, authentic, hash)) ignored.push(hash);
  }
  const { enrolled, signOnAccounts, former, waiting } = state;
  return { enrolled, signOnAccounts, former, waiting: [...waiting.values()], hashes, head, ignored, brokenAt };
}

/** A statement, and the credential that signed it. */
type AuthenticStatement = { readonly statement: Statement; readonly by: Credential };

/** Returns the statement if the key that it names was ever a person's and signed it. */
function authenticateStatement(
  { enrolled, known }: RegistryState,
  { text, signature }: SignedStatement,
): AuthenticStatement | undefined {
  const statement = parseStatement(text);
  if (!statement) return undefined;
  // The person's own credential first: a signature may verify with several.
  const person = enrolled.get(statement.key);
  const credentials = [...(person ? [person.credential] : []), ...(known.get(statement.key) ?? [])];
  const by = credentials.find((one) => isSignedBy(one, encodeSignedText(text), signature));
  return by && { statement, by };
}

/** Applies a statement. Returns false if it changes nothing: its signer lacks the right, or its subject is unknown. */
function applyStatement(state: RegistryState, { statement, by }: AuthenticStatement, hash: string): boolean {
  const signer = state.enrolled.get(statement.key);
  if (signer?.name !== statement.person || signer.credential !== by) return rememberCredential(state, statement);
  if (statement.act === REVOKE) return revokeKey(state, signer, statement);
  if (statement.act === LINK_SIGN_ON) return linkSignOn(state, signer, statement);
  if (statement.act === UNLINK_SIGN_ON) return unlinkSignOn(state, signer, statement);
  if (!isAdmin(signer)) return rememberCredential(state, statement);
  if (statement.act === CONFIRM) return confirmProposal(state, signer, statement);
  const person = readProposedPerson(state, statement);
  if (!person) return false;
  addKnownCredential(state, person);
  // Without a second admin who could confirm it, only the enrolment of the second admin takes effect at once.
  if (!state.hadTwoAdmins && isAdmin(person) && person.name !== signer.name) enrolPerson(state, person);
  else state.waiting.set(hash, { hash, by: signer.name, person });
  return true;
}

/** Remembers a credential named without the right to do so: it gains no rights, but its statements stay in the chain. */
function rememberCredential(state: RegistryState, statement: Statement): false {
  const person = readProposedPerson(state, statement);
  if (person) addKnownCredential(state, person);
  return false;
}

function addKnownCredential({ known }: RegistryState, { key, credential }: Person): void {
  const before = known.get(key) ?? [];
  if (!before.some((one) => isSameCredential(one, credential))) known.set(key, [...before, credential]);
}

function isSameCredential(one: Credential, other: Credential): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other });
}

function readProposedPerson({ enrolled }: RegistryState, { act, arguments: args }: Statement): Person | undefined {
  if (act === ENROL) {
    const parsed = argumentSchemas[ENROL].safeParse(args);
    return parsed.success ? { ...parsed.data, key: computeKeyId(parsed.data.credential) } : undefined;
  }
  const parsed = act === CHANGE_ROLES ? argumentSchemas[CHANGE_ROLES].safeParse(args) : undefined;
  const before = parsed?.success ? enrolled.get(parsed.data.key) : undefined;
  return before && parsed?.success ? { ...before, roles: parsed.data.roles } : undefined;
}

function confirmProposal(state: RegistryState, signer: Person, { arguments: args }: Statement): boolean {
  const parsed = argumentSchemas[CONFIRM].safeParse(args);
  const proposal = parsed.success ? state.waiting.get(parsed.data.statement) : undefined;
  if (!proposal || proposal.by === signer.name || proposal.person.name === signer.name) return false;
  state.waiting.delete(proposal.hash);
  enrolPerson(state, proposal.person);
  return true;
}

function revokeKey(state: RegistryState, signer: Person, { arguments: args }: Statement): boolean {
  const parsed = argumentSchemas[REVOKE].safeParse(args);
  const person = parsed.success ? state.enrolled.get(parsed.data.key) : undefined;
  if (!person || !(isAdmin(signer) || person.key === signer.key)) return false;
  removeKey(state, person);
  return true;
}

/**
 * Links one account to the signer's own key. Returns false if another person has that account: a login with it would be
 * ambiguous.
 */
function linkSignOn({ signOnAccounts }: RegistryState, signer: Person, { arguments: args }: Statement): boolean {
  const parsed = argumentSchemas[LINK_SIGN_ON].safeParse(args);
  if (!parsed.success) return false;
  const { issuer, subject } = parsed.data;
  const isTaken = [...signOnAccounts].some(
    ([key, account]) => key !== signer.key && account.issuer === issuer && account.subject === subject,
  );
  if (isTaken) return false;
  signOnAccounts.set(signer.key, { issuer, subject });
  return true;
}

/** Unlinks an account: admins anyone's, other people their own. */
function unlinkSignOn({ signOnAccounts }: RegistryState, signer: Person, { arguments: args }: Statement): boolean {
  const parsed = argumentSchemas[UNLINK_SIGN_ON].safeParse(args);
  if (!parsed.success || !(isAdmin(signer) || parsed.data.key === signer.key)) return false;
  return signOnAccounts.delete(parsed.data.key);
}

/** Enrols a person: replaces the name's previous key and drops other proposals about this key. */
function enrolPerson(state: RegistryState, person: Person): void {
  const account = state.signOnAccounts.get(person.key);
  for (const before of state.enrolled.values()) if (before.name === person.name) removeKey(state, before);
  // The same key with other roles keeps its link; a new key has to sign its own.
  if (account) state.signOnAccounts.set(person.key, account);
  dropProposals(state, ({ key }) => key === person.key);
  state.former.delete(person.key);
  state.enrolled.set(person.key, person);
  addKnownCredential(state, person);
  if ([...state.enrolled.values()].filter(isAdmin).length > 1) state.hadTwoAdmins = true;
}

/** Removes a key, with its owner's proposals and those about the key: revoking a key also cancels what it proposed. */
function removeKey(state: RegistryState, { key, name }: Person): void {
  state.enrolled.delete(key);
  state.signOnAccounts.delete(key);
  state.former.add(key);
  dropProposals(state, (person, by) => by === name || person.key === key);
}

function dropProposals({ waiting }: RegistryState, isDropped: (person: Person, by: string) => boolean): void {
  for (const { hash, by, person } of waiting.values()) if (isDropped(person, by)) waiting.delete(hash);
}

function isAdmin({ roles: ownRoles }: Person): boolean {
  return ownRoles.includes('admin');
}
