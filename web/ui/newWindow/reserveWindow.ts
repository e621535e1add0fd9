export type ReservedWindow = {
  readonly navigate: (address: string) => void;
  readonly close: () => void;
};

/**
 * Opens a blank window during the buyer's click, since browsers block windows opened later. It has no reference to this
 * page. Null if the browser blocked it.
 */
export function reserveWindow(): ReservedWindow | null {
  const opened = window.open('', '_blank');
  if (!opened) return null;
  opened.opener = null;
  return { navigate: (address) => opened.location.replace(address), close: () => opened.close() };
}
