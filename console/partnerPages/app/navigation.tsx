import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

const BASE = '/partners';

/** Path below `/partners/`, without slashes at its ends: `orders/7KQ2M4XD9TAB3HWPEN56`; empty for the overview. */
function readPath(): string {
  return location.pathname.slice(BASE.length).replaceAll(/^\/+|\/+$/g, '');
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, readPath);
}

/** Shows another screen from its top and focuses its heading. `replace`: the browser's Back skips the present one. */
export function showPath(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `${BASE}/${path}`);
  for (const listener of listeners) listener();
  scrollTo(0, 0);
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }));
}

type PathLinkProps = {
  readonly to: string;
  readonly className?: string;
  readonly current?: boolean;
  readonly children: ReactNode;
};

/** A link to another screen, which the browser can also open in a new tab. */
export function PathLink({ to, className, current = false, children }: PathLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showPath(to);
  };
  return (
    <a
      href={`${BASE}/${to}`}
      className={className}
      aria-current={current ? 'page' : undefined}
      onClick={open}
      // A phone's navigation scrolls sideways.
      ref={(link) => void (current && link?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))}
    >
      {children}
    </a>
  );
}
