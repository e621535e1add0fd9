export type ToastIcon = 'done' | 'info';
export type Toast = { readonly id: number; readonly message: string; readonly icon: ToastIcon };

const SHOWN_MS = 2000;
/** Long messages stay longer: about one second per 20 characters. */
const MS_PER_CHARACTER = 50;

let current: Toast | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;
const listeners = new Set<() => void>();

/** Shows one message at a time at the bottom of the screen. Not for errors that need an action. */
export function showToast(message: string, icon: ToastIcon = 'done'): void {
  count += 1;
  current = { id: count, message, icon };
  clearTimeout(timer);
  timer = setTimeout(hideToast, Math.max(SHOWN_MS, message.length * MS_PER_CHARACTER));
  notifyListeners();
}

export function hideToast(): void {
  current = null;
  notifyListeners();
}

export function getToast(): Toast | null {
  return current;
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
