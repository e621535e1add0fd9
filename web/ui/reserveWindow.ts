export type ReservedWindow = {
  readonly lead: (address: string) => void;
  readonly close: () => void;
};

/**
 * A blank window, opened while the browser still sees the buyer's own act: what is opened later is blocked. It knows
 * nothing of this page. Null when the browser allowed none.
 */
export function reserveWindow(): ReservedWindow | null {
  const opened = window.open('', '_blank');
  if (!opened) return null;
  opened.opener = null;
  return { lead: (address) => opened.location.replace(address), close: () => opened.close() };
}
