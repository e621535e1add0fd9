type Preferences = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean };

/** Do Not Track or Global Privacy Control: such a browser is neither counted nor recorded. */
export function asksNotToBeTracked(browser: Preferences): boolean {
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true;
}
