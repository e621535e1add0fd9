import type { ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { formatStatement } from '@slipway/contract/statements/statement.ts';
import { encodeBase64, type SampleKey, type SigningCredential, signText, signTexts } from './signText.ts';

export type StatementSigner = {
  readonly name: string;
  readonly keyId: string;
  readonly credential: SigningCredential;
  readonly sampleKey: SampleKey | undefined;
};

/** The contents of a statement: an action as the table of rights names it, its arguments, and the reason. */
export type StatementContent = {
  readonly act: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly reason: string;
};

/** Writes the statement, and has the person sign exactly that text. */
export async function signStatement(
  { name, keyId, credential, sampleKey }: StatementSigner,
  content: StatementContent,
  at: { readonly previous: string; readonly now: string },
): Promise<ConsoleCallRequest<'enter'>['statement']> {
  const text = buildStatementText({ name, keyId }, content, at);
  return { text, signature: await signText(text, credential, sampleKey) };
}

/** Writes one statement for each action, and has the person sign all of them with one signature. */
export async function signStatements(
  { credential, sampleKey, ...who }: StatementSigner,
  contents: readonly StatementContent[],
  at: { readonly previous: string; readonly now: string },
): Promise<ConsoleCallRequest<'requestActions'>['statements']> {
  const texts = contents.map((content) => buildStatementText(who, content, at));
  return { texts, signature: await signTexts(texts, credential, sampleKey) };
}

function buildStatementText(
  { name, keyId }: Pick<StatementSigner, 'name' | 'keyId'>,
  content: StatementContent,
  at: { readonly previous: string; readonly now: string },
): string {
  return formatStatement({
    ...content,
    person: name,
    key: keyId,
    time: at.now,
    nonce: generateNonce(),
    previous: at.previous,
  });
}

/** Returns 128 random bits in base64url. */
export function generateNonce(): string {
  const bits = crypto.getRandomValues(new Uint8Array(16));
  return encodeBase64(bits).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
