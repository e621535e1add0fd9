import type { Connection } from '../../api/connection.ts';
import type { VersionNews } from './newVersion.ts';

export type Notice = 'offline' | 'slow' | 'new_version' | 'updated';

export type NoticeFacts = {
  readonly connection: Connection;
  /** Something has been waited for over eight seconds. */
  readonly slow: boolean;
  readonly version: VersionNews;
  /** Of the page that is shown. */
  readonly path: string;
};

/** Here a card is typed or charged: no invitation to load the page again. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

/** One notice at a time: what stops the buyer now comes before what can wait. */
export function currentNotice({ connection, slow, version, path }: NoticeFacts): Notice | null {
  if (connection === 'offline') return 'offline';
  if (slow) return 'slow';
  return version === 'none' || CARD_PAGES.has(path) ? null : version;
}
