import { reachServer } from './reachServer.ts';

/** For acts that must not be lost: that there is a network is believed of the browser, that there is none is checked. */
export async function isConnected(): Promise<boolean> {
  return navigator.onLine || reachServer();
}
