import { randomBytes } from 'node:crypto';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { type Assertion, computeChallenge, encodePasskeySignature } from '../../platform/persons/passkeySignature.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { encodeSignedText, hashStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { getTestPasskey, type Passkey } from '../../platform/persons/testPasskeys.testing.ts';
import { getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import type { ForgedRow } from './forgedWorld.testing.ts';
import type { Forgery, ForgeryContext } from './forgeries.testing.ts';

type AuthenticatorFaults = Parameters<Passkey['authenticator']['answer']>[1];
type Sign = (text: string, pick: number) => Uint8Array;

const [pia, paul, rosa, stranger] = [
  getTestPasskey('pia'),
  getTestPasskey('paul', 'EdDSA'),
  getTestPasskey('rosa'),
  getTestPasskey('eve'),
];

/**
 * The forgeries for people with passkeys: pia's uses ES256, paul's EdDSA, and rosa's was revoked. The attacker, who has write
 * access to all tables, also has assertions that passkeys made for other purposes.
 */
export const passkeyForgeries = {
  'a passkey approved another text': (row, forging) =>
    forgeApproval(row, forging, pia, (text) => signWithPasskey(pia, `${text} `)),
  'a passkey signed a login': (row, forging) =>
    forgeApproval(row, forging, pia, () =>
      encodePasskeySignature(pia.authenticator.answer(randomBytes(32).toString('base64url')).response),
    ),
  'a passkey approved at another origin': forgeWithFaults({ origin: 'https://console.evil.example' }),
  'a passkey approved at another port': forgeWithFaults({ origin: 'https://console.example:8443' }),
  'a passkey approved for another site': forgeWithFaults({ rpId: 'example' }),
  'a passkey approved without user verification': forgeWithFaults({ verified: false }),
  'a passkey approved without user presence': forgeWithFaults({ flags: 0x01 }),
  'a passkey signed its creation instead of an approval': forgeWithFaults({ client: { type: 'webauthn.create' } }),
  'a passkey approved in a frame of another site': forgeWithFaults({
    client: { crossOrigin: true, topOrigin: 'https://evil.example' },
  }),
  'a passkey’s assertion is edited': (row, forging) =>
    forgeApproval(row, forging, forging.pick % 2 === 0 ? pia : paul, (text, pick) => {
      const signature = Buffer.from(signWithPasskey(forging.pick % 2 === 0 ? pia : paul, text));
      const at = pick % signature.length;
      signature[at] = (signature[at] ?? 0) ^ (1 + (pick % 255));
      return signature;
    }),
  'a passkey’s assertion has another field': forgeWithEncoding((assertion) =>
    canonicalJson({ ...assertion, userHandle: 'AA' }),
  ),
  'a passkey’s assertion is formatted differently': forgeWithEncoding((assertion) =>
    JSON.stringify(assertion, null, 1),
  ),
  'a passkey’s assertion has a field twice': forgeWithEncoding((assertion) =>
    canonicalJson({ ...assertion }).replace('{', '{"signature":"AA",'),
  ),
  'a passkey’s assertion has base64 padding': forgeWithEncoding((assertion) =>
    canonicalJson({ ...assertion, clientDataJSON: `${assertion.clientDataJSON}=` }),
  ),
  'a passkey’s assertion is empty': (row, forging) => forgeApproval(row, forging, pia, () => new Uint8Array()),
  'a key file signs instead of a passkey': (row, forging) =>
    forgeApproval(row, forging, paul, (text) => getTestKey('ben').sign(JSON.parse(text) as never).signature),
  'a passkey signs instead of a key file': (row) => ({
    ...row,
    approved: row.approved && { ...row.approved, signature: signWithPasskey(stranger, row.approved.text) },
  }),
  'a passkey’s signature without its assertion': (row, forging) =>
    forgeApproval(row, forging, paul, (text) => {
      const { signature } = paul.authenticator.answer(computeChallenge(text)).response;
      return Buffer.from(signature, 'base64url');
    }),
  'the statement instead of an assertion': (row, forging) => forgeApproval(row, forging, pia, encodeSignedText),
  'a stranger’s passkey approves': (row, forging) =>
    forgeApproval(row, forging, stranger, (text) => signWithPasskey(stranger, text)),
  'a stranger’s passkey approves as pia': (row, forging) =>
    forgeApproval(row, forging, pia, (text) => signWithPasskey(stranger, text)),
  'a revoked passkey approves': (row, forging) =>
    forgeApproval(row, forging, rosa, (text) => signWithPasskey(rosa, text)),
  'pia approves as ben': (row, forging) =>
    forgeApproval(row, forging, pia, (text) => signWithPasskey(pia, text), 'ben'),
  'pia requests without user verification': (row, forging) =>
    forgeRequest(row, forging, (text) => signWithPasskey(pia, text, { verified: false })),
  'pia requested another text': (row, forging) =>
    forgeRequest(row, forging, (text) => signWithPasskey(pia, `${text} `)),
  'pia approves her own request': (row, forging) => {
    const own = forgeRequest(row, forging, (text) => signWithPasskey(pia, text));
    return forgeApproval(own, forging, pia, (text) => signWithPasskey(pia, text));
  },
  'anna enrols pia’s passkey at another origin without a confirmation': (row, forging) => {
    const credential = { ...pia.credential, origin: 'https://console.evil.example' };
    const args = { name: 'pia', roles: ['admin', 'compliance', 'treasurer'], credential };
    const enrolled = forging.persons.signAt(forging.now, 'anna', { act: 'enrol', arguments: args });
    return forgeWithFaults({ origin: credential.origin })({ ...row, persons: [enrolled] }, forging);
  },
  'a viewer enrols a stranger’s passkey': (row, forging) => {
    const args = { name: 'eve', roles: ['admin', 'compliance', 'treasurer'], credential: { ...stranger.credential } };
    const enrolled = forging.persons.signAt(forging.now, 'vera', { act: 'enrol', arguments: args });
    return forgeApproval({ ...row, persons: [enrolled] }, forging, stranger, (text) => signWithPasskey(stranger, text));
  },
} satisfies Readonly<Record<string, Forgery>>;

const names = new Map([
  [pia, 'pia'],
  [paul, 'paul'],
  [rosa, 'rosa'],
  [stranger, 'eve'],
]);

function signWithPasskey({ authenticator }: Passkey, text: string, faults: AuthenticatorFaults = {}): Uint8Array {
  return encodePasskeySignature(authenticator.answer(computeChallenge(text), faults).response);
}

/** Approves with an assertion that an authenticator made at another site, or not as requested. */
function forgeWithFaults(faults: AuthenticatorFaults): Forgery {
  return (row, forging) => {
    const passkey = forging.pick % 2 === 0 ? pia : paul;
    return forgeApproval(row, forging, passkey, (text) => signWithPasskey(passkey, text, faults));
  };
}

/** Approves with a valid assertion whose encoding differs from that of `encodePasskeySignature`. */
function forgeWithEncoding(encode: (assertion: Assertion) => string): Forgery {
  return (row, forging) =>
    forgeApproval(row, forging, pia, (text) => {
      const { authenticatorData, clientDataJSON, signature } = pia.authenticator.answer(
        computeChallenge(text),
      ).response;
      return Buffer.from(encode({ authenticatorData, clientDataJSON, signature }));
    });
}

function forgeApproval(
  row: ForgedRow,
  forging: ForgeryContext,
  passkey: Passkey,
  sign: Sign,
  name = names.get(passkey) ?? '',
): ForgedRow {
  const content = { act: 'approve', arguments: { statement: row.request ? hashStatement(row.request) : '' } };
  return { ...row, approved: signAs(forging, name, passkey, content, sign), approvedBy: name };
}

/** Replaces the request with one of pia, whom the row does not name, so that it stays invalid; ben approves it. */
function forgeRequest(row: ForgedRow, forging: ForgeryContext, sign: Sign): ForgedRow {
  const statement = signAs(forging, 'pia', pia, { act: row.action, arguments: buildRequestArguments(row) }, sign);
  const content = { act: 'approve', arguments: { statement: hashStatement(statement) } };
  return {
    ...row,
    request: statement,
    approved: forging.persons.signAt(forging.now, 'ben', content),
    approvedBy: 'ben',
  };
}

type StatementContent = Parameters<ForgeryContext['persons']['signAt']>[2];

function signAs(
  { now, persons, pick }: ForgeryContext,
  name: string,
  passkey: Passkey,
  content: StatementContent,
  sign: Sign,
): SignedStatement {
  const { text } = persons.signAt(now, name, content, passkey);
  return { text, signature: sign(text, pick) };
}
