import type { ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { textOf } from '@slipway/contract/statements/statement.ts';
import { base64, type SampleKey, type Signing, signText } from './signText.ts';

export type Signer = {
  readonly name: string;
  readonly keyId: string;
  readonly credential: Signing;
  readonly sampleKey: SampleKey | undefined;
};

/** What a person says: an act of the server's table of rights, all that it asks for, and why. */
export type Saying = {
  readonly act: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly reason: string;
};

/** Writes what is said as a statement, and has the person sign just that text. */
export async function signStatement(
  { name, keyId, credential, sampleKey }: Signer,
  saying: Saying,
  at: { readonly previous: string; readonly now: string },
): Promise<ConsoleCallRequest<'enter'>['statement']> {
  const text = textOf({
    ...saying,
    person: name,
    key: keyId,
    time: at.now,
    nonce: newNonce(),
    previous: at.previous,
  });
  return { text, signature: await signText(text, credential, sampleKey) };
}

/** 128 random bits in base64url. */
function newNonce(): string {
  const bits = crypto.getRandomValues(new Uint8Array(16));
  return base64(bits).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
