import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { formatStatement, type Statement } from '@slipway/contract/statements/statement.ts';
import { type Credential, computeKeyId } from './credential.ts';
import { isSealedKeyText, sealKeyText, unsealKeyText } from './sealedKeyText.ts';
import { encodeSignedText, type SignedStatement } from './statement.ts';

/** The private half of a person's credential. */
export type PersonKey = {
  readonly id: string;
  readonly credential: Credential;
  sign(statement: Statement): SignedStatement;
};

/** Returns a new key as PKCS#8 PEM, encrypted if there is a passphrase. */
export function generatePersonKey(passphrase = ''): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return passphrase === '' ? pem : sealKeyText(pem, passphrase);
}

/** Opens a key. Throws if the text is no Ed25519 key in PEM, or the passphrase is wrong. */
export function openPersonKey(text: string, passphrase = ''): PersonKey {
  if (isSealedKeyText(text)) return createPersonKey(createPrivateKey(unsealKeyText(text, passphrase)));
  return createPersonKey(createPrivateKey(text));
}

export function createPersonKey(privateKey: KeyObject): PersonKey {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('a person’s key is an Ed25519 key');
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const credential = { kind: 'ed25519', form: 'spki', publicKey: spki.toString('base64') } as const;
  return {
    id: computeKeyId(credential),
    credential,
    sign(statement) {
      const text = formatStatement(statement);
      return { text, signature: sign(null, encodeSignedText(text), privateKey) };
    },
  };
}

/** The content of a statement, without key, time and nonce. */
export type StatementContent = Pick<Statement, 'person' | 'act' | 'reason'> & {
  readonly arguments: Readonly<Record<string, Json>>;
};

type StatementPosition = { readonly now: Date; readonly head: string };

export function signStatement(key: PersonKey, content: StatementContent, at: StatementPosition): SignedStatement {
  return key.sign(createStatement(key.id, content, at));
}

/** Returns an unsigned statement for the key with this id, to be signed here or elsewhere. */
export function createStatement(key: string, content: StatementContent, { now, head }: StatementPosition): Statement {
  const nonce = randomBytes(16).toString('base64url');
  return { ...content, key, time: now.toISOString(), nonce, previous: head };
}
