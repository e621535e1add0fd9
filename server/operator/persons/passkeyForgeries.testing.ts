import { randomBytes } from 'node:crypto';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { type Assertion, computeChallenge, encodePasskeySignature } from '../../platform/persons/passkeySignature.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { encodeSignedText, hashStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { getTestPasskey, type Passkey } from '../../platform/persons/testPasskeys.testing.ts';
import { getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import type { ForgedRow } from './forgedWorld.testing.ts';
import type { Forgery, Forging } from './forgeries.testing.ts';

type AuthenticatorFaults = Parameters<Passkey['authenticator']['answer']>[1];
type Sign = (text: string, pick: number) => Uint8Array;

const [pia, paul, rosa, stranger] = [
  getTestPasskey('pia'),
  getTestPasskey('paul', 'EdDSA'),
  getTestPasskey('rosa'),
  getTestPasskey('eve'),
];

/**
 * As {@link forgeries}, for people with passkeys: pia's is of ES256, paul's of EdDSA, and rosa's was revoked. The attacker
 * with write access to all tables also has assertions of passkeys from elsewhere.
 */
export const passkeyForgeries = {
  'a passkey agreed to something else': (row, forging) =>
    forgeApproval(row, forging, pia, (text) => answer(pia, `${text} `)),
  'a passkey was asked to log in': (row, forging) =>
    forgeApproval(row, forging, pia, () =>
      encodePasskeySignature(pia.authenticator.answer(randomBytes(32).toString('base64url')).response),
    ),
  'a passkey agreed at another origin': forgeWithFaults({ origin: 'https://console.evil.example' }),
  'a passkey agreed at another port': forgeWithFaults({ origin: 'https://console.example:8443' }),
  'a passkey agreed for another site': forgeWithFaults({ rpId: 'example' }),
  'a passkey agreed with nobody verified': forgeWithFaults({ verified: false }),
  'a passkey agreed with nobody there': forgeWithFaults({ flags: 0x01 }),
  'a passkey was made, and agreed to nothing': forgeWithFaults({ client: { type: 'webauthn.create' } }),
  'a passkey agreed within another site': forgeWithFaults({
    client: { crossOrigin: true, topOrigin: 'https://evil.example' },
  }),
  'a passkey’s answer is edited': (row, forging) =>
    forgeApproval(row, forging, forging.pick % 2 === 0 ? pia : paul, (text, pick) => {
      const signature = Buffer.from(answer(forging.pick % 2 === 0 ? pia : paul, text));
      const at = pick % signature.length;
      signature[at] = (signature[at] ?? 0) ^ (1 + (pick % 255));
      return signature;
    }),
  'a passkey’s answer has more': forgeWithSpelling((assertion) => canonicalJson({ ...assertion, userHandle: 'AA' })),
  'a passkey’s answer is spelled in another way': forgeWithSpelling((assertion) => JSON.stringify(assertion, null, 1)),
  'a passkey’s answer has a part twice': forgeWithSpelling((assertion) =>
    canonicalJson({ ...assertion }).replace('{', '{"signature":"AA",'),
  ),
  'a passkey’s answer is padded': forgeWithSpelling((assertion) =>
    canonicalJson({ ...assertion, clientDataJSON: `${assertion.clientDataJSON}=` }),
  ),
  'a passkey has answered nothing': (row, forging) => forgeApproval(row, forging, pia, () => new Uint8Array()),
  'a key file signs in the place of a passkey': (row, forging) =>
    forgeApproval(row, forging, paul, (text) => getTestKey('ben').sign(JSON.parse(text) as never).signature),
  'a passkey signs in the place of a key file': (row) => ({
    ...row,
    approved: row.approved && { ...row.approved, signature: answer(stranger, row.approved.text) },
  }),
  'the bare signature of an answer': (row, forging) =>
    forgeApproval(row, forging, paul, (text) => {
      const { signature } = paul.authenticator.answer(computeChallenge(text)).response;
      return Buffer.from(signature, 'base64url');
    }),
  'the statement itself in the place of an answer': (row, forging) =>
    forgeApproval(row, forging, pia, encodeSignedText),
  'a stranger’s passkey agrees': (row, forging) =>
    forgeApproval(row, forging, stranger, (text) => answer(stranger, text)),
  'a stranger’s passkey agrees as pia': (row, forging) =>
    forgeApproval(row, forging, pia, (text) => answer(stranger, text)),
  'a passkey that was taken out agrees': (row, forging) =>
    forgeApproval(row, forging, rosa, (text) => answer(rosa, text)),
  'pia agrees as ben': (row, forging) => forgeApproval(row, forging, pia, (text) => answer(pia, text), 'ben'),
  'pia asks with nobody verified': (row, forging) =>
    forgeRequest(row, forging, (text) => answer(pia, text, { verified: false })),
  'pia asked for something else': (row, forging) => forgeRequest(row, forging, (text) => answer(pia, `${text} `)),
  'pia agrees with herself': (row, forging) => {
    const own = forgeRequest(row, forging, (text) => answer(pia, text));
    return forgeApproval(own, forging, pia, (text) => answer(pia, text));
  },
  'anna alone says that pia signs elsewhere': (row, forging) => {
    const credential = { ...pia.credential, origin: 'https://console.evil.example' };
    const args = { name: 'pia', roles: ['admin', 'compliance', 'treasurer'], credential };
    const enrolled = forging.persons.signAt(forging.now, 'anna', { act: 'enrol', arguments: args });
    return forgeWithFaults({ origin: credential.origin })({ ...row, persons: [enrolled] }, forging);
  },
  'a stranger’s passkey is enrolled by who may look': (row, forging) => {
    const args = { name: 'eve', roles: ['admin', 'compliance', 'treasurer'], credential: { ...stranger.credential } };
    const enrolled = forging.persons.signAt(forging.now, 'vera', { act: 'enrol', arguments: args });
    return forgeApproval({ ...row, persons: [enrolled] }, forging, stranger, (text) => answer(stranger, text));
  },
} satisfies Readonly<Record<string, Forgery>>;

const names = new Map([
  [pia, 'pia'],
  [paul, 'paul'],
  [rosa, 'rosa'],
  [stranger, 'eve'],
]);

function answer({ authenticator }: Passkey, text: string, faults: AuthenticatorFaults = {}): Uint8Array {
  return encodePasskeySignature(authenticator.answer(computeChallenge(text), faults).response);
}

/** Signs as the authenticator does at another site, or in another way than we request. */
function forgeWithFaults(faults: AuthenticatorFaults): Forgery {
  return (row, forging) => {
    const passkey = forging.pick % 2 === 0 ? pia : paul;
    return forgeApproval(row, forging, passkey, (text) => answer(passkey, text, faults));
  };
}

/** A valid assertion whose bytes differ from those of passkeySignatureOf. */
function forgeWithSpelling(spell: (assertion: Assertion) => string): Forgery {
  return (row, forging) =>
    forgeApproval(row, forging, pia, (text) => {
      const { authenticatorData, clientDataJSON, signature } = pia.authenticator.answer(
        computeChallenge(text),
      ).response;
      return Buffer.from(spell({ authenticatorData, clientDataJSON, signature }));
    });
}

function forgeApproval(
  row: ForgedRow,
  forging: Forging,
  passkey: Passkey,
  sign: Sign,
  name = names.get(passkey) ?? '',
): ForgedRow {
  const content = { act: 'approve', arguments: { statement: row.request ? hashStatement(row.request) : '' } };
  return { ...row, approved: signedAs(forging, name, passkey, content, sign), approvedBy: name };
}

/** Requested by pia, whom the row does not name, so that a second forgery cannot make an honest request of it. Ben approves. */
function forgeRequest(row: ForgedRow, forging: Forging, sign: Sign): ForgedRow {
  const statement = signedAs(forging, 'pia', pia, { act: row.action, arguments: buildRequestArguments(row) }, sign);
  const content = { act: 'approve', arguments: { statement: hashStatement(statement) } };
  return {
    ...row,
    request: statement,
    approved: forging.persons.signAt(forging.now, 'ben', content),
    approvedBy: 'ben',
  };
}

type StatementContent = Parameters<Forging['persons']['signAt']>[2];

function signedAs(
  { now, persons, pick }: Forging,
  name: string,
  passkey: Passkey,
  content: StatementContent,
  sign: Sign,
): SignedStatement {
  const { text } = persons.signAt(now, name, content, passkey);
  return { text, signature: sign(text, pick) };
}
