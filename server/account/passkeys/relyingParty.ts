/** COSE's numbers of EdDSA, ES256 and RS256: what every authenticator of today has one of. */
export const SIGNATURES = [-8, -7, -257];

/** Whom a passkey is for: the site at which the product is served. A passkey of another site is none of ours. */
export type RelyingParty = { readonly id: string; readonly origin: string; readonly name: string };

export function relyingPartyOf({
  publicUrl,
  operatorName,
}: {
  readonly publicUrl: string;
  readonly operatorName: string;
}): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name: operatorName };
}
