/** How the worker handles a request. */
export type Strategy =
  /** Not handled by the worker. */
  | 'untouched'
  /** A hashed file: cache first, because the content never changes. */
  | 'asset'
  /** A page of the app: network first; the shell only if the network gives no answer. */
  | 'document'
  /** A page with a special Content-Security-Policy: network only. */
  | 'card_document'
  /** A language's texts: network first, else the last copy. */
  | 'texts';

export type RequestFacts = {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
};

type Rule = {
  readonly strategy: Strategy;
  readonly paths: RegExp;
  /** Applies only to navigation requests. */
  readonly navigationOnly?: true;
};

/** Paths that the worker does not handle: calls and the server's state, which must never be cached, documents and the plugin. */
const LIVE_PATHS =
  /^\/(?:gateway|admin|healthz|readyz|metrics|openapi(?:-partner)?\.json|docs|partners|plugin|webhooks)(?:[/.]|$)/;

/** The first matching rule applies; other requests are untouched. */
const rules: readonly Rule[] = [
  { strategy: 'untouched', paths: LIVE_PATHS },
  { strategy: 'asset', paths: /^\/assets\// },
  { strategy: 'texts', paths: /^\/languages\/[^/]+\.json$/ },
  { strategy: 'card_document', paths: /^\/(?:select-card|enter-card)\/?$/, navigationOnly: true },
  // Paths with a file extension are files: the terms, an icon.
  { strategy: 'document', paths: /^(?!.*\.[^/]*$)/, navigationOnly: true },
];

/** Returns how the worker handles a request: only GET requests to `origin`, so that no call's response gets into a cache. */
export function chooseStrategy({ method, url, mode }: RequestFacts, origin: string): Strategy {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'untouched';
  const rule = rules.find(
    ({ paths, navigationOnly }) => paths.test(address.pathname) && (!navigationOnly || mode === 'navigate'),
  );
  return rule?.strategy ?? 'untouched';
}
