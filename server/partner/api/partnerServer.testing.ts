import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { PartnerCallName } from '@slipway/contract/partnerCalls.ts';
import { type PartnerCallInput, partnerCalls } from '@slipway/contract/partnerCalls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { type SignatureOverrides, signRequest } from '../../platform/signature/signRequest.testing.ts';
import { formatPartnerKey, generateKeyParts, generateSigningKeyPair, type PartnerKeyParts } from './partnerKey.ts';
import { insertPartnerKey } from './partnerKeyStore.ts';

export type PartnerAnswer = {
  readonly status: number;
  readonly body: { readonly respCode: string; readonly data: never };
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Returns the error key of a refused call, undefined for a successful one. */
export function getErrorKey({ body }: PartnerAnswer): string | undefined {
  return (body.data as { error?: string }).error;
}

/** A test partner's server with its partner key and its private signing key. */
export type PartnerServer = {
  readonly signedParts: PartnerKeyParts;
  readonly privateKey: KeyObject;
  readonly authorization: string;
  /** Calls as the partner's server would, signed if the call writes. `signing` overrides parts of the signature. */
  call<Name extends PartnerCallName>(
    name: Name,
    input: Partial<PartnerCallInput<Name>>,
    signing?: SignatureOverrides,
  ): Promise<PartnerAnswer>;
  /** Returns the signature headers without sending a request. */
  createSignatureHeaders(name: PartnerCallName, body: string, signing?: SignatureOverrides): Record<string, string>;
  /** Posts with exactly these headers. */
  post(name: string, body: string, headers: Readonly<Record<string, string>>): Promise<PartnerAnswer>;
};

export type ServedGateway = { readonly app: FastifyInstance; readonly database: Database; readonly publicUrl: string };

/** Creates the partner's next key and returns its server. */
export async function openPartnerServer(
  { app, database, publicUrl }: ServedGateway,
  partnerId: string,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<PartnerServer> {
  const { publicKey, privatePem } = generateSigningKeyPair();
  const privateKey = createPrivateKey(privatePem);
  const parts = generateKeyParts();
  await database.transaction((transaction) => insertPartnerKey(transaction, { partnerId, parts, publicKey, atOnce }));
  const authorization = `Bearer ${formatPartnerKey(parts)}`;
  const path = (name: string) => `/gateway/partner/${name}`;

  const post: PartnerServer['post'] = async (name, body, headers) => {
    const json = { 'content-type': 'application/json', ...headers };
    const answer = await app.inject({ method: 'POST', url: path(name), payload: body, headers: json });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const createSignatureHeaders: PartnerServer['createSignatureHeaders'] = (name, body, signing) => {
    const request = { method: 'POST', targetUri: `${publicUrl}${path(name)}`, headers: { authorization }, body };
    return signRequest(request, { keyId: parts.keyId, privateKey }, signing);
  };
  return {
    signedParts: parts,
    privateKey,
    authorization,
    createSignatureHeaders,
    post,
    async call(name, input, signing) {
      const body = JSON.stringify(input);
      const isSigned = partnerCalls[name].auth === 'signature';
      return post(name, body, isSigned ? createSignatureHeaders(name, body, signing) : { authorization });
    },
  };
}
