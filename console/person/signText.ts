import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { signedTextOf } from '@slipway/contract/statements/statement.ts';

/** With what somebody signs. */
export type Signing = ConsoleCallData<'knock'>['credential'];

/** A key of the sandbox, which protects nothing: PKCS#8 in base64. */
export type SampleKey = string;

/**
 * The signature over a statement's text, in base64: by the passkey, for which the browser asks the person, or by a key of the
 * sandbox. Throws what the browser says where the person would rather not.
 */
export async function signText(text: string, signing: Signing, sampleKey: SampleKey | undefined): Promise<string> {
  const bytes = new TextEncoder().encode(signedTextOf(text));
  if (signing.kind === 'ed25519') return signWithKey(bytes, sampleKey);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const { response } = await startAuthentication({
    optionsJSON: {
      challenge: base64(challenge).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      rpId: signing.relyingParty,
      allowCredentials: [{ id: signing.credentialId, type: 'public-key' }],
      userVerification: 'required',
      timeout: 300_000,
    },
  });
  const { authenticatorData, clientDataJSON, signature } = response;
  return base64(new TextEncoder().encode(canonicalJson({ authenticatorData, clientDataJSON, signature })));
}

async function signWithKey(bytes: Uint8Array<ArrayBuffer>, sampleKey: SampleKey | undefined): Promise<string> {
  if (sampleKey === undefined)
    throw new Error('This person signs with a key on their own machine: use the command line, or join with a passkey.');
  const pkcs8 = Uint8Array.from(atob(sampleKey), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  return base64(new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes)));
}

export function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
