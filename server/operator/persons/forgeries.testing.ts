import { argumentsOf } from '../../platform/persons/requested.ts';
import { createChain, keyOf } from '../../platform/persons/somePersons.testing.ts';
import { hashOf, type SignedStatement } from '../../platform/persons/statement.ts';
import type { ForgedRow, openForgedWorld } from './forgedWorld.testing.ts';
import { passkeyForgeries } from './passkeyForgeries.testing.ts';

/** Where a forger stands: the moment, the installation's persons, and some number to vary by. */
export type Forging = {
  readonly now: Date;
  readonly persons: Awaited<ReturnType<typeof openForgedWorld>>['persons'];
  readonly pick: number;
};

export type Forgery = (row: ForgedRow, forging: Forging) => ForgedRow;
type Key = ReturnType<typeof keyOf>;

const NOTHING: SignedStatement = { text: '', signature: new Uint8Array() };
const DAY_MS = 24 * 60 * 60_000;

/**
 * Everything that whoever writes all tables can do without a second person's key: from outside, as vera who may look, as
 * rick whose key was taken out, and as anna alone, who signs what she likes. None of it is ever done.
 */
export const forgeries = {
  'nobody has asked': (row) => ({ ...row, asked: undefined }),
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
  'what was asked is edited': (row, { pick }) => ({ ...row, asked: spoilt(row.asked, pick) }),
  'what was agreed is edited': (row, { pick }) => ({ ...row, approved: spoilt(row.approved, pick) }),
  "another statement's signature": (row) => ({ ...row, asked: row.asked && withSignature(row.asked, row.approved) }),
  'a stranger asks as anna': (row, forging) => asked(row, forging, 'anna', keyOf('mallory')),
  'a stranger agrees as ben': (row, forging) => agreed(row, forging, 'ben', keyOf('mallory')),
  'who may look agrees': (row, forging) => agreed(row, forging, 'vera'),
  'who may look agrees as ben': (row, forging) => agreed(row, forging, 'ben', keyOf('vera')),
  'a key that was taken out agrees': (row, forging) => agreed(row, forging, 'rick'),
  'anna agrees with herself': (row, forging) => agreed(row, forging, 'anna'),
  'anna agrees as ben': (row, forging) => agreed(row, forging, 'ben', keyOf('anna')),
  'ben agreed to something else': (row, forging) => agreed(row, forging, 'ben', keyOf('ben'), row.approved ?? NOTHING),
  'it was asked long ago': (row, { now, ...forging }) =>
    asked(row, { ...forging, now: new Date(now.getTime() - 8 * DAY_MS) }, 'anna'),
  'it was agreed to long ago': (row, { now, ...forging }) =>
    agreed(row, { ...forging, now: new Date(now.getTime() - 2 * DAY_MS) }, 'ben'),
  'it was asked in the future': (row, { now, ...forging }) =>
    asked(row, { ...forging, now: new Date(now.getTime() + DAY_MS) }, 'anna'),
  'it was asked of other persons': (row, forging) =>
    asked(row, { ...forging, persons: createChain('anna', 'zoe') }, 'anna', keyOf('anna'), 'f'.repeat(64)),
  'it was done before': (row) => ({ ...row, spent: true }),
  'a stranger enrols herself': (row, forging) =>
    agreed({ ...row, persons: [enrolment(forging, 'mallory', keyOf('mallory'))] }, forging, 'mallory'),
  'a stranger is enrolled in the name of ben': (row, forging) =>
    agreed({ ...row, persons: [enrolment(forging, 'ben', keyOf('mallory'))] }, forging, 'mallory'),
  'who may look enrols somebody': (row, forging) =>
    agreed({ ...row, persons: [enrolment(forging, 'vera', keyOf('vera'))] }, forging, 'mallory'),
  'anna enrols a puppet alone': (row, forging) =>
    agreed({ ...row, persons: [enrolment(forging, 'anna', keyOf('anna'))] }, forging, 'mallory'),
  'anna enrols a puppet and confirms it herself': (row, forging) => {
    const proposal = enrolment(forging, 'anna', keyOf('anna'));
    const said = { act: 'confirm', arguments: { statement: hashOf(proposal) } };
    const confirmed = forging.persons.signAt(forging.now, 'anna', said, keyOf('anna'), {
      ...forging.persons.read(),
      head: hashOf(proposal),
    });
    return agreed({ ...row, persons: [proposal, confirmed] }, forging, 'mallory');
  },
  ...passkeyForgeries,
} satisfies Readonly<Record<string, Forgery>>;

export type ForgeryName = keyof typeof forgeries;

/** One letter is another one, of the text or of the signature. */
function spoilt(signed: SignedStatement | undefined, pick: number): SignedStatement | undefined {
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

/** Asked again, for just what the row says, and agreed to anew by ben, who was not told who asks. */
function asked(
  row: ForgedRow,
  forging: Forging,
  name: string,
  key: Key = keyOf(name),
  head = forging.persons.read().head,
): ForgedRow {
  const said = { act: row.action, arguments: argumentsOf(row) };
  const statement = forging.persons.signAt(forging.now, name, said, key, { ...forging.persons.read(), head });
  return agreed({ ...row, asked: statement }, forging, 'ben');
}

function agreed(
  row: ForgedRow,
  { now, persons }: Forging,
  name: string,
  key: Key = keyOf(name),
  to = row.asked,
): ForgedRow {
  const said = { act: 'approve', arguments: { statement: to ? hashOf(to) : '' } };
  const approved = persons.signAt(now, name, said, key);
  return { ...row, approved, approvedBy: name };
}

function enrolment({ now, persons }: Forging, by: string, key: Key): SignedStatement {
  const { credential } = keyOf('mallory');
  const said = { name: 'mallory', roles: ['admin', 'compliance', 'treasurer'], credential: { ...credential } };
  return persons.signAt(now, by, { act: 'enrol', arguments: said }, key);
}
