/**
 * Opens the purchase in a top-level window of its own; called inside the click, or the browser takes it for an
 * unwanted window. False when there is no window: blocked, or a frame without leave to open any.
 */
export function openFlow(url: string): boolean {
  const wasActive = navigator.userActivation.isActive;
  // `noopener` would hide whether it worked: the tie is cut by hand, before the new page has begun.
  const opened = window.open(url, '_blank');
  if (opened) {
    opened.opener = null;
    return true;
  }
  // A site that isolates itself (cross-origin-opener-policy: same-origin) is given no handle on a window that did open.
  // Opening one uses the click up, a refusal leaves it.
  return wasActive && !navigator.userActivation.isActive;
}
