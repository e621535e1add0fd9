import type { Line } from '../../api/line.ts';
import type { VersionNews } from './newVersion.ts';

export type Notice = 'offline' | 'slow' | 'new_version' | 'updated';

export type NoticeFacts = {
  readonly line: Line;
  /** Something has been waited for over eight seconds. */
  readonly slow: boolean;
  readonly version: VersionNews;
  /** Of the page that is shown. */
  readonly path: string;
};

/** Here a card is typed or charged: no invitation to load the page again. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

/** One notice at a time, what concerns the buyer's present act first. */
export function presentNotice({ line, slow, version, path }: NoticeFacts): Notice | null {
  if (line === 'offline') return 'offline';
  if (slow) return 'slow';
  return version === 'none' || CARD_PAGES.has(path) ? null : version;
}
