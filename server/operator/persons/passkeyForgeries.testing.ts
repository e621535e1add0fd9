import { randomBytes } from 'node:crypto';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { type Assertion, challengeOf, passkeySignatureOf } from '../../platform/persons/passkeySignature.ts';
import { argumentsOf } from '../../platform/persons/requested.ts';
import { type Passkey, passkeyOf } from '../../platform/persons/somePasskeys.testing.ts';
import { keyOf } from '../../platform/persons/somePersons.testing.ts';
import { hashOf, type SignedStatement, signedBytes } from '../../platform/persons/statement.ts';
import type { ForgedRow } from './forgedWorld.testing.ts';
import type { Forgery, Forging } from './forgeries.testing.ts';

type Lies = Parameters<Passkey['authenticator']['answer']>[1];
type Sign = (text: string, pick: number) => Uint8Array;

const [pia, paul, rosa, stranger] = [passkeyOf('pia'), passkeyOf('paul', 'EdDSA'), passkeyOf('rosa'), passkeyOf('eve')];

/**
 * As {@link forgeries}, where persons have passkeys: pia's is of ES256, paul's of EdDSA, and rosa's was taken out. Whoever
 * writes all tables also has what passkeys have answered elsewhere.
 */
export const passkeyForgeries = {
  'a passkey agreed to something else': (row, forging) => agreed(row, forging, pia, (text) => answer(pia, `${text} `)),
  'a passkey was asked to log in': (row, forging) =>
    agreed(row, forging, pia, () =>
      passkeySignatureOf(pia.authenticator.answer(randomBytes(32).toString('base64url')).response),
    ),
  'a passkey agreed at another origin': lied({ origin: 'https://console.evil.example' }),
  'a passkey agreed at another port': lied({ origin: 'https://console.example:8443' }),
  'a passkey agreed for another site': lied({ rpId: 'example' }),
  'a passkey agreed with nobody verified': lied({ verified: false }),
  'a passkey agreed with nobody there': lied({ flags: 0x01 }),
  'a passkey was made, and agreed to nothing': lied({ client: { type: 'webauthn.create' } }),
  'a passkey agreed within another site': lied({ client: { crossOrigin: true, topOrigin: 'https://evil.example' } }),
  'a passkey’s answer is edited': (row, forging) =>
    agreed(row, forging, forging.pick % 2 === 0 ? pia : paul, (text, pick) => {
      const signature = Buffer.from(answer(forging.pick % 2 === 0 ? pia : paul, text));
      const at = pick % signature.length;
      signature[at] = (signature[at] ?? 0) ^ (1 + (pick % 255));
      return signature;
    }),
  'a passkey’s answer has more': spelled((said) => canonicalJson({ ...said, userHandle: 'AA' })),
  'a passkey’s answer is spelled in another way': spelled((said) => JSON.stringify(said, null, 1)),
  'a passkey’s answer has a part twice': spelled((said) =>
    canonicalJson({ ...said }).replace('{', '{"signature":"AA",'),
  ),
  'a passkey’s answer is padded': spelled((said) =>
    canonicalJson({ ...said, clientDataJSON: `${said.clientDataJSON}=` }),
  ),
  'a passkey has answered nothing': (row, forging) => agreed(row, forging, pia, () => new Uint8Array()),
  'a key file signs in the place of a passkey': (row, forging) =>
    agreed(row, forging, paul, (text) => keyOf('ben').sign(JSON.parse(text) as never).signature),
  'a passkey signs in the place of a key file': (row) => ({
    ...row,
    approved: row.approved && { ...row.approved, signature: answer(stranger, row.approved.text) },
  }),
  'the bare signature of an answer': (row, forging) =>
    agreed(row, forging, paul, (text) => {
      const { signature } = paul.authenticator.answer(challengeOf(text)).response;
      return Buffer.from(signature, 'base64url');
    }),
  'the statement itself in the place of an answer': (row, forging) => agreed(row, forging, pia, signedBytes),
  'a stranger’s passkey agrees': (row, forging) => agreed(row, forging, stranger, (text) => answer(stranger, text)),
  'a stranger’s passkey agrees as pia': (row, forging) => agreed(row, forging, pia, (text) => answer(stranger, text)),
  'a passkey that was taken out agrees': (row, forging) => agreed(row, forging, rosa, (text) => answer(rosa, text)),
  'pia agrees as ben': (row, forging) => agreed(row, forging, pia, (text) => answer(pia, text), 'ben'),
  'pia asks with nobody verified': (row, forging) =>
    asked(row, forging, (text) => answer(pia, text, { verified: false })),
  'pia asked for something else': (row, forging) => asked(row, forging, (text) => answer(pia, `${text} `)),
  'pia agrees with herself': (row, forging) => {
    const own = asked(row, forging, (text) => answer(pia, text));
    return agreed(own, forging, pia, (text) => answer(pia, text));
  },
  'anna alone says that pia signs elsewhere': (row, forging) => {
    const credential = { ...pia.credential, origin: 'https://console.evil.example' };
    const said = { name: 'pia', roles: ['admin', 'compliance', 'treasurer'], credential };
    const enrolled = forging.persons.signAt(forging.now, 'anna', { act: 'enrol', arguments: said });
    return lied({ origin: credential.origin })({ ...row, persons: [enrolled] }, forging);
  },
  'a stranger’s passkey is enrolled by who may look': (row, forging) => {
    const said = { name: 'eve', roles: ['admin', 'compliance', 'treasurer'], credential: { ...stranger.credential } };
    const enrolled = forging.persons.signAt(forging.now, 'vera', { act: 'enrol', arguments: said });
    return agreed({ ...row, persons: [enrolled] }, forging, stranger, (text) => answer(stranger, text));
  },
} satisfies Readonly<Record<string, Forgery>>;

const names = new Map([
  [pia, 'pia'],
  [paul, 'paul'],
  [rosa, 'rosa'],
  [stranger, 'eve'],
]);

function answer({ authenticator }: Passkey, text: string, lies: Lies = {}): Uint8Array {
  return passkeySignatureOf(authenticator.answer(challengeOf(text), lies).response);
}

/** As the authenticator has signed it, which is another place or another way of doing it than we ask for. */
function lied(lies: Lies): Forgery {
  return (row, forging) => {
    const passkey = forging.pick % 2 === 0 ? pia : paul;
    return agreed(row, forging, passkey, (text) => answer(passkey, text, lies));
  };
}

/** A good answer, whose bytes are not those that passkeySignatureOf makes. */
function spelled(spell: (assertion: Assertion) => string): Forgery {
  return (row, forging) =>
    agreed(row, forging, pia, (text) => {
      const { authenticatorData, clientDataJSON, signature } = pia.authenticator.answer(challengeOf(text)).response;
      return Buffer.from(spell({ authenticatorData, clientDataJSON, signature }));
    });
}

function agreed(
  row: ForgedRow,
  forging: Forging,
  passkey: Passkey,
  sign: Sign,
  name = names.get(passkey) ?? '',
): ForgedRow {
  const said = { act: 'approve', arguments: { statement: row.asked ? hashOf(row.asked) : '' } };
  return { ...row, approved: signedAs(forging, name, passkey, said, sign), approvedBy: name };
}

/** By pia, whom the row does not name: another forgery beside this one makes no honest request of it. Ben agrees. */
function asked(row: ForgedRow, forging: Forging, sign: Sign): ForgedRow {
  const statement = signedAs(forging, 'pia', pia, { act: row.action, arguments: argumentsOf(row) }, sign);
  const said = { act: 'approve', arguments: { statement: hashOf(statement) } };
  return { ...row, asked: statement, approved: forging.persons.signAt(forging.now, 'ben', said), approvedBy: 'ben' };
}

type Said = Parameters<Forging['persons']['signAt']>[2];

function signedAs(
  { now, persons, pick }: Forging,
  name: string,
  passkey: Passkey,
  said: Said,
  sign: Sign,
): SignedStatement {
  const { text } = persons.signAt(now, name, said, passkey);
  return { text, signature: sign(text, pick) };
}
