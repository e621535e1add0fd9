/** COSE algorithm numbers of EdDSA, ES256 and RS256: every current authenticator supports one of them. */
export const SIGNATURE_ALGORITHMS = [-8, -7, -257];

/** The WebAuthn relying party: the site at which the product is served. Passkeys of other sites are not valid. */
export type RelyingParty = { readonly id: string; readonly origin: string; readonly name: string };

export type RelyingPartySettings = { readonly publicUrl: string; readonly operatorName: string };

export function buildRelyingParty({ publicUrl, operatorName }: RelyingPartySettings): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name: operatorName };
}
