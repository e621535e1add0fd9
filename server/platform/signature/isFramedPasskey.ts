import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/**
 * Returns true if a passkey was created or used on a page framed by another site, which is not allowed here and not checked
 * by the library (Web Authentication Level 3, 7.1 and 7.2, "crossOrigin" and "topOrigin").
 */
export function isFramedPasskey(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON);
  return crossOrigin === true || topOrigin !== undefined;
}
