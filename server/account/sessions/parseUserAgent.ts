/** Browser and system of a user agent, as names that are the same in every language; empty if unknown. */
export type BrowserAndSystem = { readonly browser: string; readonly system: string };

/** The first match counts, because browsers also name the browsers that they imitate. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYaBrowser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns browser and system without versions, so that they distinguish devices but do not identify one. */
export function parseUserAgent(userAgent: string): BrowserAndSystem {
  return { browser: findFirstName(BROWSERS, userAgent), system: findFirstName(SYSTEMS, userAgent) };
}

function findFirstName(names: readonly (readonly [name: string, mark: RegExp])[], userAgent: string): string {
  return names.find(([, mark]) => mark.test(userAgent))?.[0] ?? '';
}
