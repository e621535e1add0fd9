import { formatStatement } from '@slipway/contract/statements/statement.ts';
import { type Algorithm, createTestAuthenticator } from '../../account/passkeys/testAuthenticator.testing.ts';
import { computeKeyId } from './credential.ts';
import { computeChallenge, encodePasskeySignature, type PasskeyCredential } from './passkeySignature.ts';
import type { PersonKey } from './personKey.ts';

export const CONSOLE = { origin: 'https://console.example', rpId: 'console.example' } as const;

type Authenticator = ReturnType<typeof createTestAuthenticator>;

/** A passkey with the functions of a key file, which signs as a browser does. */
export type Passkey = PersonKey & { readonly credential: PasskeyCredential; readonly authenticator: Authenticator };

export function createTestPasskey(
  algorithm: Algorithm = 'ES256',
  site: { origin: string; rpId: string } = CONSOLE,
): Passkey {
  const authenticator = createTestAuthenticator(site, algorithm);
  const { publicKey, credentialId } = authenticator;
  const credential = {
    kind: 'passkey',
    form: 'spki',
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    origin: site.origin,
    credentialId,
  } as const;
  return {
    id: computeKeyId(credential),
    credential,
    authenticator,
    sign(statement) {
      const text = formatStatement(statement);
      return { text, signature: encodePasskeySignature(authenticator.answer(computeChallenge(text)).response) };
    },
  };
}

const passkeys = new Map<string, Passkey>();

/** Returns the passkey of the person with this name: the same one throughout a test file. */
export function getTestPasskey(name: string, algorithm: Algorithm = 'ES256'): Passkey {
  const passkey = passkeys.get(name) ?? createTestPasskey(algorithm);
  passkeys.set(name, passkey);
  return passkey;
}
