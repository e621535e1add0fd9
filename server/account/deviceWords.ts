/** What a user agent says of a device, in names that every language has alike; empty where it says nothing known. */
export type DeviceWords = { readonly browser: string; readonly system: string };

/** The first that fits counts: browsers name those that they want to be taken for as well. */
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

/** No version is kept: the words tell devices apart, and identify none. */
export function deviceWords(userAgent: string): DeviceWords {
  return { browser: firstNamed(BROWSERS, userAgent), system: firstNamed(SYSTEMS, userAgent) };
}

function firstNamed(names: readonly (readonly [name: string, mark: RegExp])[], userAgent: string): string {
  return names.find(([, mark]) => mark.test(userAgent))?.[0] ?? '';
}
