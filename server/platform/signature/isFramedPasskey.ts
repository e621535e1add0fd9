import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/**
 * Returns true if a passkey was created or used on a page framed by another site. That is not allowed here, and the library
 * does not check it (Web Authentication Level 3, 7.1 and 7.2, "crossOrigin" and "topOrigin").
 */
export function isFramedPasskey(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON);
  return crossOrigin === true || topOrigin !== undefined;
}
