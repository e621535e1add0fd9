import { textOf } from '@slipway/contract/statements/statement.ts';
import { type Algorithm, createTestAuthenticator } from '../../account/passkeys/testAuthenticator.testing.ts';
import { keyIdOf } from './credential.ts';
import { challengeOf, type PasskeyCredential, passkeySignatureOf } from './passkeySignature.ts';
import type { PersonKey } from './personKey.ts';

export const CONSOLE = { origin: 'https://console.example', rpId: 'console.example' } as const;

type Authenticator = ReturnType<typeof createTestAuthenticator>;

/** What signs with an authenticator in place of a key file, as a browser has it signed. */
export type Passkey = PersonKey & { readonly credential: PasskeyCredential; readonly authenticator: Authenticator };

export function newPasskey(algorithm: Algorithm = 'ES256', site: { origin: string; rpId: string } = CONSOLE): Passkey {
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
    id: keyIdOf(credential),
    credential,
    authenticator,
    sign(statement) {
      const text = textOf(statement);
      return { text, signature: passkeySignatureOf(authenticator.answer(challengeOf(text)).response) };
    },
  };
}

const passkeys = new Map<string, Passkey>();

/** The passkey of anybody, the same one while a file's tests run. */
export function passkeyOf(name: string, algorithm: Algorithm = 'ES256'): Passkey {
  const kept = passkeys.get(name) ?? newPasskey(algorithm);
  passkeys.set(name, kept);
  return kept;
}
