import { isServerReachable } from './isServerReachable.ts';

/**
 * Checks the connection before actions that must not be lost: trusts the browser if online, verifies with the server if
 * offline.
 */
export async function isConnected(): Promise<boolean> {
  return navigator.onLine || isServerReachable();
}
