import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { buildBulkSignedText, buildSignedText } from '@slipway/contract/statements/statement.ts';
import { computeSha256 } from './computeSha256.ts';

/** The credential that signs. */
export type SigningCredential = ConsoleCallData<'knock'>['credential'];

/** A key of the sandbox, which protects nothing: PKCS#8 in base64. */
export type SampleKey = string;

/**
 * Returns the signature over a statement's text, in base64: by the passkey, for which the browser asks the person, or by
 * a key of the sandbox. Throws the browser's error if the person declines.
 */
export async function signText(
  text: string,
  signing: SigningCredential,
  sampleKey: SampleKey | undefined,
): Promise<string> {
  return signBytes(buildSignedText(text), signing, sampleKey);
}

/** Same as {@link signText}, with one signature over the hashes of several texts. */
export async function signTexts(
  texts: readonly string[],
  signing: SigningCredential,
  sampleKey: SampleKey | undefined,
): Promise<string> {
  const hashes = await Promise.all(texts.map(computeSha256));
  return signBytes(buildBulkSignedText(hashes), signing, sampleKey);
}

async function signBytes(text: string, signing: SigningCredential, sampleKey: SampleKey | undefined): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (signing.kind === 'ed25519') return signWithKey(bytes, sampleKey);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const { response } = await startAuthentication({
    optionsJSON: {
      challenge: encodeBase64(challenge).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      rpId: signing.relyingParty,
      allowCredentials: [{ id: signing.credentialId, type: 'public-key' }],
      userVerification: 'required',
      timeout: 300_000,
    },
  });
  const { authenticatorData, clientDataJSON, signature } = response;
  return encodeBase64(new TextEncoder().encode(canonicalJson({ authenticatorData, clientDataJSON, signature })));
}

async function signWithKey(bytes: Uint8Array<ArrayBuffer>, sampleKey: SampleKey | undefined): Promise<string> {
  if (sampleKey === undefined)
    throw new Error(
      'Your key is on your own machine, so the console cannot sign with it. Use the command line, or set up a passkey.',
    );
  const pkcs8 = Uint8Array.from(atob(sampleKey), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  return encodeBase64(new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes)));
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
