import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { type Statement, textOf } from '@slipway/contract/statements/statement.ts';
import { type Credential, keyIdOf } from './credential.ts';
import { isSealedKeyText, sealKeyText, unsealKeyText } from './sealedKeyText.ts';
import { type SignedStatement, signedBytes } from './statement.ts';

/** The private half of a person's credential. */
export type PersonKey = {
  readonly id: string;
  readonly credential: Credential;
  sign(statement: Statement): SignedStatement;
};

/** PKCS#8 in PEM; with a passphrase it is sealed. */
export function newPersonKey(passphrase = ''): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return passphrase === '' ? pem : sealKeyText(pem, passphrase);
}

/** Throws if the text is no Ed25519 key in PEM, or the passphrase does not open it. */
export function openPersonKey(text: string, passphrase = ''): PersonKey {
  if (isSealedKeyText(text)) return personKeyOf(createPrivateKey(unsealKeyText(text, passphrase)));
  return personKeyOf(createPrivateKey(text));
}

export function personKeyOf(privateKey: KeyObject): PersonKey {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('a person’s key is an Ed25519 key');
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const credential = { kind: 'ed25519', form: 'spki', publicKey: spki.toString('base64') } as const;
  return {
    id: keyIdOf(credential),
    credential,
    sign(statement) {
      const text = textOf(statement);
      return { text, signature: sign(null, signedBytes(text), privateKey) };
    },
  };
}

/** What a person says, before the key, the time and all that makes it one statement of its own. */
export type Saying = Pick<Statement, 'person' | 'act' | 'reason'> & {
  readonly arguments: Readonly<Record<string, Json>>;
};

type SaidAt = { readonly now: Date; readonly head: string };

export function sayWith(key: PersonKey, saying: Saying, at: SaidAt): SignedStatement {
  return key.sign(newStatement(key.id, saying, at));
}

/** What is to be signed with a key of this id, here or elsewhere. */
export function newStatement(key: string, saying: Saying, { now, head }: SaidAt): Statement {
  const nonce = randomBytes(16).toString('base64url');
  return { ...saying, key, time: now.toISOString(), nonce, previous: head };
}
