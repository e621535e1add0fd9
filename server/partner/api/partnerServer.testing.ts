import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { PartnerCallName } from '@slipway/contract/partnerCalls.ts';
import { type PartnerCallInput, partnerCalls } from '@slipway/contract/partnerCalls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { type Signing, signRequest } from '../../platform/signature/signRequest.testing.ts';
import { type KeyWords, newKeyWords, newSigningPair, writeKey } from './partnerKey.ts';
import { insertNextKey } from './partnerKeyStore.ts';

export type PartnerAnswer = {
  readonly status: number;
  readonly body: { readonly respCode: string; readonly data: never };
  readonly headers: Readonly<Record<string, unknown>>;
};

/** The key of the refusal; undefined for what was done. */
export function errorOf({ body }: PartnerAnswer): string | undefined {
  return (body.data as { error?: string }).error;
}

/** A partner's own server: its key, and the private key that signs. */
export type PartnerServer = {
  readonly words: KeyWords;
  readonly privateKey: KeyObject;
  readonly authorization: string;
  /** As its server would: signed where the call writes. `signing`: what is otherwise than it should be. */
  call<Name extends PartnerCallName>(
    name: Name,
    input: Partial<PartnerCallInput<Name>>,
    signing?: Signing,
  ): Promise<PartnerAnswer>;
  /** Signs without sending. */
  signed(name: PartnerCallName, body: string, signing?: Signing): Record<string, string>;
  /** With these headers alone. */
  post(name: string, body: string, headers: Readonly<Record<string, string>>): Promise<PartnerAnswer>;
};

export type ServedGateway = { readonly app: FastifyInstance; readonly database: Database; readonly publicUrl: string };

/** Makes the partner's next key. */
export async function openPartnerServer(
  { app, database, publicUrl }: ServedGateway,
  partnerId: string,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<PartnerServer> {
  const { publicKey, privatePem } = newSigningPair();
  const privateKey = createPrivateKey(privatePem);
  const words = newKeyWords();
  await database.transaction((transaction) => insertNextKey(transaction, { partnerId, words, publicKey, atOnce }));
  const authorization = `Bearer ${writeKey(words)}`;
  const path = (name: string) => `/gateway/partner/${name}`;

  const post: PartnerServer['post'] = async (name, body, headers) => {
    const json = { 'content-type': 'application/json', ...headers };
    const answer = await app.inject({ method: 'POST', url: path(name), payload: body, headers: json });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const signed: PartnerServer['signed'] = (name, body, signing) => {
    const request = { method: 'POST', targetUri: `${publicUrl}${path(name)}`, headers: { authorization }, body };
    return signRequest(request, { keyId: words.keyId, privateKey }, signing);
  };
  return {
    words,
    privateKey,
    authorization,
    signed,
    post,
    async call(name, input, signing) {
      const body = JSON.stringify(input);
      const isSigned = partnerCalls[name].auth === 'signature';
      return post(name, body, isSigned ? signed(name, body, signing) : { authorization });
    },
  };
}
