import type { Connection } from '../../api/connection.ts';
import type { VersionNotice } from './newVersion.ts';

export type Notice = 'offline' | 'slow' | 'new_version' | 'updated';

export type NoticeFacts = {
  readonly connection: Connection;
  /** A request has been pending for more than eight seconds. */
  readonly slow: boolean;
  readonly version: VersionNotice;
  /** Path of the current page. */
  readonly path: string;
};

/** Pages where a card is entered or charged: no reload is suggested there. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

/** Returns the most urgent notice: problems that block the buyer come first. */
export function chooseNotice({ connection, slow, version, path }: NoticeFacts): Notice | null {
  if (connection === 'offline') return 'offline';
  if (slow) return 'slow';
  return version === 'none' || CARD_PAGES.has(path) ? null : version;
}
