import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/**
 * Whether a passkey was made, or has answered, on a page that lay within another site's: no page of ours may lie there with a
 * passkey, and the library does not ask (Web Authentication Level 3, 7.1 and 7.2, "crossOrigin" and "topOrigin").
 */
export function isFramedPasskey(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON);
  return crossOrigin === true || topOrigin !== undefined;
}
