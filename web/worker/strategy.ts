/** How the worker treats a request. */
export type Strategy =
  /** As if there were no worker. */
  | 'untouched'
  /** A hashed file of the build: what the cache has is what the network would give. */
  | 'asset'
  /** A page of the app: the network's, and the shell only where the network gives no answer at all. */
  | 'document'
  /** A page with a policy of its own: the network's or none. */
  | 'card_document'
  /** A language's texts: the network's, else the last copy. */
  | 'texts';

export type RequestFacts = {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
};

type Rule = {
  readonly strategy: Strategy;
  readonly paths: RegExp;
  /** Only for what is loaded as a page. */
  readonly navigationOnly?: true;
};

/** Answers about a buyer's money, or about the server: they are never copied. */
const LIVE_PATHS = /^\/(?:gateway|admin|healthz|readyz|metrics|openapi\.json|docs|plugin|webhooks)(?:[/.]|$)/;

/** The first rule that fits decides; a request that none fits is untouched. */
const rules: readonly Rule[] = [
  { strategy: 'untouched', paths: LIVE_PATHS },
  { strategy: 'asset', paths: /^\/assets\// },
  { strategy: 'texts', paths: /^\/languages\/[^/]+\.json$/ },
  { strategy: 'card_document', paths: /^\/(?:select-card|enter-card)\/?$/, navigationOnly: true },
  // What ends in a file's name is a file: the terms, an icon.
  { strategy: 'document', paths: /^(?!.*\.[^/]*$)/, navigationOnly: true },
];

/** Only what is asked of `origin` with GET is looked at: an API answer can never come into a cache. */
export function strategyOf({ method, url, mode }: RequestFacts, origin: string): Strategy {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'untouched';
  const rule = rules.find(
    ({ paths, navigationOnly }) => paths.test(address.pathname) && (!navigationOnly || mode === 'navigate'),
  );
  return rule?.strategy ?? 'untouched';
}
