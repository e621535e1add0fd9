import { reachServer } from './reachServer.ts';

/** For acts that must not be lost: the browser's word that there is a network will do, its word that there is none is checked. */
export async function isConnected(): Promise<boolean> {
  return navigator.onLine || reachServer();
}
