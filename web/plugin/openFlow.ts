/** Result of opening a window, with its handle if the browser provides one. */
export type OpenedFlow = { readonly opened: boolean; readonly flow: Window | null };

/**
 * Opens the purchase in a new top-level window. Must be called during a click, or the browser blocks it. Nothing opens
 * if blocked, or in a frame without permission for popups. The window keeps this page, of the same origin, as its
 * opener and reports the purchase's progress to it.
 */
export function openFlow(url: string): OpenedFlow {
  const wasActive = navigator.userActivation.isActive;
  const flow = window.open(url, '_blank');
  // A cross-origin-isolated site (cross-origin-opener-policy: same-origin) gets no handle, although the window opened.
  // Opening a window consumes the user activation; being blocked does not.
  return { opened: flow !== null || (wasActive && !navigator.userActivation.isActive), flow };
}
