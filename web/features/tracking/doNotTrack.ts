type TrackingPreferences = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean };

/** Returns true for Do Not Track or Global Privacy Control; such a browser is neither counted nor recorded. */
export function hasTrackingOptOut(browser: TrackingPreferences): boolean {
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true;
}
