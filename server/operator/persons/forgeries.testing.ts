import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { hashStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { createStatementChain, getTestKey, signTogether } from '../../platform/persons/testPersonKeys.testing.ts';
import type { ForgedRow, openForgedWorld } from './forgedWorld.testing.ts';
import { passkeyForgeries } from './passkeyForgeries.testing.ts';

/** The input of a forgery: the time, the installation's people, and a number to vary by. */
export type Forging = {
  readonly now: Date;
  readonly persons: Awaited<ReturnType<typeof openForgedWorld>>['persons'];
  readonly pick: number;
};

export type Forgery = (row: ForgedRow, forging: Forging) => ForgedRow;
type Key = ReturnType<typeof getTestKey>;

const NOTHING: SignedStatement = { text: '', signature: new Uint8Array() };
const DAY_MS = 24 * 60 * 60_000;

/**
 * All forgeries by an attacker with write access to all tables but without a second person's key: from outside, as the viewer
 * vera, as rick, whose key was revoked, and as anna, who signs anything. None of them is ever executed.
 */
export const forgeries = {
  'nobody has asked': (row) => ({ ...row, request: undefined }),
  'nobody has agreed': (row, { pick }) => ({ ...row, approved: undefined, approvedBy: pick % 2 === 0 ? 'ben' : null }),
  'the row says another address': (row, { pick }) => ({
    ...row,
    input: { ...row.input, address: `bc1qforged${pick}` },
  }),
  'the row is about another subject': (row, { pick }) => ({ ...row, subject: `bitcoin bc1qforged${pick}` }),
  'the row says another word': (row, { pick }) => ({ ...row, action: pick % 2 === 0 ? 'withdraw' : 'top-up' }),
  'the row names another person': (row) => ({ ...row, who: 'vera' }),
  'the row names another second person': (row) => ({ ...row, approvedBy: 'vera' }),
  'the row gives another reason': (row, { pick }) => ({ ...row, why: `because of ${pick}` }),
  'what was asked is edited': (row, { pick }) => ({ ...row, request: corruptStatement(row.request, pick) }),
  'what was agreed is edited': (row, { pick }) => ({ ...row, approved: corruptStatement(row.approved, pick) }),
  "another statement's signature": (row) => ({
    ...row,
    request: row.request && withSignature(row.request, row.approved),
  }),
  'a stranger asks as anna': (row, forging) => forgeRequest(row, forging, 'anna', getTestKey('mallory')),
  'a stranger agrees as ben': (row, forging) => forgeApproval(row, forging, 'ben', getTestKey('mallory')),
  'who may look agrees': (row, forging) => forgeApproval(row, forging, 'vera'),
  'who may look agrees as ben': (row, forging) => forgeApproval(row, forging, 'ben', getTestKey('vera')),
  'a key that was taken out agrees': (row, forging) => forgeApproval(row, forging, 'rick'),
  'anna agrees with herself': (row, forging) => forgeApproval(row, forging, 'anna'),
  'anna agrees as ben': (row, forging) => forgeApproval(row, forging, 'ben', getTestKey('anna')),
  'ben agreed to something else': (row, forging) =>
    forgeApproval(row, forging, 'ben', getTestKey('ben'), row.approved ?? NOTHING),
  'it was asked long ago': (row, { now, ...forging }) =>
    forgeRequest(row, { ...forging, now: new Date(now.getTime() - 8 * DAY_MS) }, 'anna'),
  'it was agreed to long ago': (row, { now, ...forging }) =>
    forgeApproval(row, { ...forging, now: new Date(now.getTime() - 2 * DAY_MS) }, 'ben'),
  'it was asked in the future': (row, { now, ...forging }) =>
    forgeRequest(row, { ...forging, now: new Date(now.getTime() + DAY_MS) }, 'anna'),
  'it was asked of other persons': (row, forging) =>
    forgeRequest(
      row,
      { ...forging, persons: createStatementChain('anna', 'zoe') },
      'anna',
      getTestKey('anna'),
      'f'.repeat(64),
    ),
  'it was already executed': (row) => ({ ...row, spent: true }),
  'a stranger enrols herself': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'mallory', getTestKey('mallory'))] }, forging, 'mallory'),
  'a stranger is enrolled in the name of ben': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'ben', getTestKey('mallory'))] }, forging, 'mallory'),
  'who may look enrols somebody': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'vera', getTestKey('vera'))] }, forging, 'mallory'),
  'anna enrols a puppet alone': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'anna', getTestKey('anna'))] }, forging, 'mallory'),
  'anna enrols a puppet and confirms it herself': (row, forging) => {
    const proposal = forgeEnrolment(forging, 'anna', getTestKey('anna'));
    const content = { act: 'confirm', arguments: { statement: hashStatement(proposal) } };
    const confirmed = forging.persons.signAt(forging.now, 'anna', content, getTestKey('anna'), {
      ...forging.persons.read(),
      head: hashStatement(proposal),
    });
    return forgeApproval({ ...row, persons: [proposal, confirmed] }, forging, 'mallory');
  },
  'anna asked for it together with something else': (row, forging) => {
    const other = forging.persons.signAt(forging.now, 'anna', { act: 'clear', arguments: {} });
    const [together] = signTogether('anna', [row.request ?? NOTHING, other]);
    return { ...row, request: together };
  },
  'ben agreed to it together with something else': (row, forging) => {
    const other = forging.persons.signAt(forging.now, 'ben', { act: 'reject', arguments: {} });
    const [approved] = signTogether('ben', [row.approved ?? NOTHING, other]);
    return { ...row, approved };
  },
  ...passkeyForgeries,
} satisfies Readonly<Record<string, Forgery>>;

export type ForgeryName = keyof typeof forgeries;

/** Changes one byte of the text or of the signature. */
function corruptStatement(signed: SignedStatement | undefined, pick: number): SignedStatement | undefined {
  if (!signed) return undefined;
  const at = pick % (signed.text.length + signed.signature.length);
  if (at < signed.text.length) {
    const letter = signed.text[at] === 'b' ? 'c' : 'b';
    return { ...signed, text: `${signed.text.slice(0, at)}${letter}${signed.text.slice(at + 1)}` };
  }
  const signature = Buffer.from(signed.signature);
  signature[at - signed.text.length] = (signature[at - signed.text.length] ?? 0) ^ (1 + (pick % 255));
  return { ...signed, signature };
}

function withSignature(signed: SignedStatement, other: SignedStatement | undefined): SignedStatement {
  return { ...signed, signature: other?.signature ?? new Uint8Array(64) };
}

/** Requests exactly what the row contains again, and approves it by ben, who does not know who requests it. */
function forgeRequest(
  row: ForgedRow,
  forging: Forging,
  name: string,
  key: Key = getTestKey(name),
  head = forging.persons.read().head,
): ForgedRow {
  const content = { act: row.action, arguments: buildRequestArguments(row) };
  const statement = forging.persons.signAt(forging.now, name, content, key, { ...forging.persons.read(), head });
  return forgeApproval({ ...row, request: statement }, forging, 'ben');
}

function forgeApproval(
  row: ForgedRow,
  { now, persons }: Forging,
  name: string,
  key: Key = getTestKey(name),
  to = row.request,
): ForgedRow {
  const content = { act: 'approve', arguments: { statement: to ? hashStatement(to) : '' } };
  const approved = persons.signAt(now, name, content, key);
  return { ...row, approved, approvedBy: name };
}

function forgeEnrolment({ now, persons }: Forging, by: string, key: Key): SignedStatement {
  const { credential } = getTestKey('mallory');
  const args = { name: 'mallory', roles: ['admin', 'compliance', 'treasurer'], credential: { ...credential } };
  return persons.signAt(now, by, { act: 'enrol', arguments: args }, key);
}
