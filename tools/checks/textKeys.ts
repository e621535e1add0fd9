import { parseSync, Visitor } from 'oxc-parser';

/** Keys that are built from data: their prefix, and the pattern of the rest. */
export const KEYS_FROM_DATA: Readonly<Record<string, { readonly rest: RegExp; readonly from: string }>> = {
  'brand.': { rest: /[a-z]+/, from: 'the brand of a card' },
  'coin.': { rest: /[A-Z]+/, from: 'the symbol of a crypto' },
  'confirmAddress.valid_': { rest: /[a-z]+/, from: 'a network' },
  'decline.': { rest: /[a-z_]+/, from: 'why a card was declined' },
  'declineCause.': { rest: /[a-z_]+/, from: 'why a card was declined that cannot be tried again' },
  'details.': { rest: /[a-zA-Z]+(_missing|_malformed)?/, from: 'a field of the details' },
  'enterCard.': { rest: /(missing\.)?[a-z]+/, from: 'a field of the billing address' },
  'error.': { rest: /[a-z_]+/, from: 'the error of a refused call' },
  'kycStatus.': { rest: /[a-z_]+/, from: 'the verdict on an identity' },
  'mail.order.': { rest: /[a-z_]+\.(subject|body|body_bank)/, from: 'the state of an order' },
  'method.': { rest: /[a-z_]+/, from: 'a payment method' },
  'nature.': { rest: /[a-z_]+/, from: 'a purpose of an account' },
  'notice.': { rest: /[a-z_]+/, from: 'the state of the connection or the app' },
  'order.': { rest: /(sentence|status|step|detail)\..+/, from: 'the state of an order' },
  'orders.': { rest: /(tag|waits)\..+/, from: 'the state of an order' },
  'payment.left_': { rest: /[a-z]+/, from: 'the unit of a time' },
  'reason.': { rest: /[a-z_]+/, from: 'why an order ended' },
  'selectOffer.identity_': { rest: /[a-z]+/, from: 'the identity check of an offer' },
  'settings.level_': { rest: /\d/, from: 'the level of an account' },
  'submitAddress.': { rest: /(cause|shape|looks_like|exchange)_.+/, from: 'a verdict on an address' },
  'ui.step_': { rest: /[a-z]+/, from: 'the state of a step' },
  'wallet.': { rest: /(closed|not_taken)/, from: 'what became of a wallet’s sheet' },
};

export type TextKeyUses = {
  /** All strings of the code, some of which are keys. */
  readonly strings: ReadonlySet<string>;
  /** Each string that is used as a key, with its `file:line`. */
  readonly requested: ReadonlyMap<string, string>;
  /** Prefixes of keys that are built at run time, with their `file:line`. */
  readonly composedPrefixes: ReadonlyMap<string, string>;
};

const TEXT_FUNCTIONS = new Set(['text', 'findText']);

/** Returns the keys that a file uses. */
export function findTextKeys(file: string, source: string): TextKeyUses {
  const strings = new Set<string>();
  const usedKeys = new Map<string, string>();
  const composedPrefixes = new Map<string, string>();
  const at = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`;
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') strings.add(value);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier' || !TEXT_FUNCTIONS.has(callee.name)) return;
      if (first?.type === 'Literal' && typeof first.value === 'string') usedKeys.set(first.value, at(first.start));
    },
    JSXAttribute: ({ name, value }) => {
      if (name.name !== 'of' || value?.type !== 'Literal') return;
      if (typeof value.value === 'string') usedKeys.set(value.value, at(value.start));
    },
    TemplateLiteral: ({ quasis: [first], expressions, start }) => {
      const [beginning] = /^[a-zA-Z]+\.[\w.]*$/.exec(first?.value.raw ?? '') ?? [];
      if (beginning && expressions.length > 0) composedPrefixes.set(beginning, at(start));
    },
  }).visit(parseSync(file, source).program);
  return { strings, requested: usedKeys, composedPrefixes };
}

/**
 * Returns a line for each key that no code uses, each key that is used but not defined, each prefix of built keys that
 * {@link KEYS_FROM_DATA} lacks, and each prefix there with which no code builds keys.
 */
export function findTextKeyFaults(keys: readonly string[], uses: readonly TextKeyUses[]): string[] {
  const groups = Object.entries(KEYS_FROM_DATA);
  const groupsOfTexts = new Set(keys.map((key) => key.split('.')[0]));
  const defined = new Set(keys);
  const isUsed = (key: string) =>
    uses.some(({ strings }) => strings.has(key)) ||
    groups.some(([start, { rest }]) => key.startsWith(start) && matchesWhole(rest, key.slice(start.length)));
  const begun = uses
    .flatMap((use) => [...use.composedPrefixes])
    .filter(([start]) => groupsOfTexts.has(start.split('.')[0]));
  return [
    ...keys.filter((key) => !isUsed(key)).map((key) => `web/i18n: no code uses ${key}`),
    ...uses.flatMap((use) =>
      [...use.requested]
        .filter(([key]) => !defined.has(key))
        .map(([key, at]) => `${at} web/i18n has no text for ${key}`),
    ),
    ...begun
      .filter(([start]) => !groups.some(([named]) => start.startsWith(named)))
      .map(([start, at]) => `${at} builds keys that begin with ${start}: add this prefix to KEYS_FROM_DATA`),
    ...groups
      .filter(([named]) => !begun.some(([start]) => start.startsWith(named)))
      .map(([named]) => `no code builds keys that begin with ${named}: remove this prefix from KEYS_FROM_DATA`),
  ];
}

function matchesWhole(pattern: RegExp, rest: string): boolean {
  return new RegExp(`^(?:${pattern.source})$`).test(rest);
}
