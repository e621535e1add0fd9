/**
 * Opens the purchase in a top-level window of its own; called inside the click, or the browser takes it for an
 * unwanted window. False when there is no window: blocked, or a frame without leave to open any.
 */
export function openFlow(url: string): boolean {
  // `noopener` would hide whether it worked: the tie is cut by hand, before the new page has begun.
  const opened = window.open(url, '_blank');
  if (!opened) return false;
  opened.opener = null;
  return true;
}
