import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { hashStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { createStatementChain, getTestKey, signTogether } from '../../platform/persons/testPersonKeys.testing.ts';
import type { ForgedRow, openForgedWorld } from './forgedWorld.testing.ts';
import { passkeyForgeries } from './passkeyForgeries.testing.ts';

/** The input of a forgery: the time, the installation's people, and a number that varies the forgery. */
export type ForgeryContext = {
  readonly now: Date;
  readonly persons: Awaited<ReturnType<typeof openForgedWorld>>['persons'];
  readonly pick: number;
};

export type Forgery = (row: ForgedRow, forging: ForgeryContext) => ForgedRow;
type Key = ReturnType<typeof getTestKey>;

const NOTHING: SignedStatement = { text: '', signature: new Uint8Array() };
const DAY_MS = 24 * 60 * 60_000;

/**
 * All forgeries by an attacker with write access to all tables but without a second person's key: a stranger, the viewer
 * vera, rick, whose key was revoked, or anna, who signs anything. None of them is ever executed.
 */
export const forgeries = {
  'no signed request': (row) => ({ ...row, request: undefined }),
  'no signed approval': (row, { pick }) => ({ ...row, approved: undefined, approvedBy: pick % 2 === 0 ? 'ben' : null }),
  'the row has another address': (row, { pick }) => ({
    ...row,
    input: { ...row.input, address: `bc1qforged${pick}` },
  }),
  'the row has another subject': (row, { pick }) => ({ ...row, subject: `bitcoin bc1qforged${pick}` }),
  'the row has another action': (row, { pick }) => ({ ...row, action: pick % 2 === 0 ? 'withdraw' : 'top-up' }),
  'the row names another requester': (row) => ({ ...row, who: 'vera' }),
  'the row names another approver': (row) => ({ ...row, approvedBy: 'vera' }),
  'the row gives another reason': (row, { pick }) => ({ ...row, why: `because of ${pick}` }),
  'the signed request is edited': (row, { pick }) => ({ ...row, request: corruptStatement(row.request, pick) }),
  'the signed approval is edited': (row, { pick }) => ({ ...row, approved: corruptStatement(row.approved, pick) }),
  "the request has another statement's signature": (row) => ({
    ...row,
    request: row.request && replaceSignature(row.request, row.approved),
  }),
  'a stranger requests as anna': (row, forging) => forgeRequest(row, forging, 'anna', getTestKey('mallory')),
  'a stranger approves as ben': (row, forging) => forgeApproval(row, forging, 'ben', getTestKey('mallory')),
  'a viewer approves': (row, forging) => forgeApproval(row, forging, 'vera'),
  'a viewer approves as ben': (row, forging) => forgeApproval(row, forging, 'ben', getTestKey('vera')),
  'a revoked key approves': (row, forging) => forgeApproval(row, forging, 'rick'),
  'anna approves her own request': (row, forging) => forgeApproval(row, forging, 'anna'),
  'anna approves as ben': (row, forging) => forgeApproval(row, forging, 'ben', getTestKey('anna')),
  'ben approved another statement': (row, forging) =>
    forgeApproval(row, forging, 'ben', getTestKey('ben'), row.approved ?? NOTHING),
  'the request is too old': (row, { now, ...forging }) =>
    forgeRequest(row, { ...forging, now: new Date(now.getTime() - 8 * DAY_MS) }, 'anna'),
  'the approval is too old': (row, { now, ...forging }) =>
    forgeApproval(row, { ...forging, now: new Date(now.getTime() - 2 * DAY_MS) }, 'ben'),
  'the request is from the future': (row, { now, ...forging }) =>
    forgeRequest(row, { ...forging, now: new Date(now.getTime() + DAY_MS) }, 'anna'),
  'the request follows an unknown person statement': (row, forging) =>
    forgeRequest(
      row,
      { ...forging, persons: createStatementChain('anna', 'zoe') },
      'anna',
      getTestKey('anna'),
      'f'.repeat(64),
    ),
  'the statements are spent': (row) => ({ ...row, spent: true }),
  'a stranger enrols herself': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'mallory', getTestKey('mallory'))] }, forging, 'mallory'),
  'a stranger signs her enrolment as ben': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'ben', getTestKey('mallory'))] }, forging, 'mallory'),
  'a viewer enrols a stranger': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'vera', getTestKey('vera'))] }, forging, 'mallory'),
  'anna enrols a stranger without a confirmation': (row, forging) =>
    forgeApproval({ ...row, persons: [forgeEnrolment(forging, 'anna', getTestKey('anna'))] }, forging, 'mallory'),
  'anna enrols a stranger and confirms it herself': (row, forging) => {
    const proposal = forgeEnrolment(forging, 'anna', getTestKey('anna'));
    const content = { act: 'confirm', arguments: { statement: hashStatement(proposal) } };
    const confirmed = forging.persons.signAt(forging.now, 'anna', content, getTestKey('anna'), {
      ...forging.persons.read(),
      head: hashStatement(proposal),
    });
    return forgeApproval({ ...row, persons: [proposal, confirmed] }, forging, 'mallory');
  },
  'anna signed the request together with another statement': (row, forging) => {
    const other = forging.persons.signAt(forging.now, 'anna', { act: 'clear', arguments: {} });
    const [together] = signTogether('anna', [row.request ?? NOTHING, other]);
    return { ...row, request: together };
  },
  'ben signed the approval together with another statement': (row, forging) => {
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

function replaceSignature(signed: SignedStatement, other: SignedStatement | undefined): SignedStatement {
  return { ...signed, signature: other?.signature ?? new Uint8Array(64) };
}

/** Replaces the row's request with a forged one of the same content, and has ben approve it unsuspectingly. */
function forgeRequest(
  row: ForgedRow,
  forging: ForgeryContext,
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
  { now, persons }: ForgeryContext,
  name: string,
  key: Key = getTestKey(name),
  to = row.request,
): ForgedRow {
  const content = { act: 'approve', arguments: { statement: to ? hashStatement(to) : '' } };
  const approved = persons.signAt(now, name, content, key);
  return { ...row, approved, approvedBy: name };
}

function forgeEnrolment({ now, persons }: ForgeryContext, by: string, key: Key): SignedStatement {
  const { credential } = getTestKey('mallory');
  const args = { name: 'mallory', roles: ['admin', 'compliance', 'treasurer'], credential: { ...credential } };
  return persons.signAt(now, by, { act: 'enrol', arguments: args }, key);
}
