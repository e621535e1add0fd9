/** Whether a window was opened, and a handle on it where the browser gives one. */
export type OpenedFlow = { readonly opened: boolean; readonly flow: Window | null };

/**
 * Opens the purchase in a top-level window of its own; called inside the click, or the browser takes it for an
 * unwanted window. None is opened where it is blocked, or in a frame without leave to open any. The window keeps its
 * opener, this page of our own origin: by it the purchase tells what becomes of it.
 */
export function openFlow(url: string): OpenedFlow {
  const wasActive = navigator.userActivation.isActive;
  const flow = window.open(url, '_blank');
  // A site that isolates itself (cross-origin-opener-policy: same-origin) is given no handle on a window that did open.
  // Opening one uses the click up, a refusal leaves it.
  return { opened: flow !== null || (wasActive && !navigator.userActivation.isActive), flow };
}
