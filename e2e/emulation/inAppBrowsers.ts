/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test';

/** A feature that pages lack in a browser. */
type MissingFeature =
  /** The app opens no second window: `window.open` returns null. */
  | 'windows'
  /** No passkeys: neither `PublicKeyCredential` nor `navigator.credentials`. */
  | 'passkeys'
  /** The app did not enable passkeys: the type is defined, but `navigator.credentials` is not. */
  | 'credentials'
  | 'paymentRequest'
  | 'clipboard'
  | 'serviceWorker'
  /** Reading `localStorage` or `sessionStorage` throws. */
  | 'storage';

export type InAppBrowser = {
  readonly name: string;
  readonly userAgent: string;
  readonly lacks: readonly MissingFeature[];
};

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = 'Version/4.0 Chrome/130.0.6723.58 Mobile Safari/537.36';

const WEB_VIEW: readonly MissingFeature[] = ['windows', 'passkeys', 'paymentRequest', 'serviceWorker'];

/** In-app browsers that open links from messages and posts, and what their pages lack. */
export const inAppBrowsers: readonly InAppBrowser[] = [
  {
    name: 'Instagram on iOS',
    userAgent: `${IPHONE} Mobile/22B83 Instagram 355.0.0.26.103 (iPhone15,3; iOS 18_1; de_DE; de; scale=3.00; 1290x2796)`,
    lacks: WEB_VIEW,
  },
  {
    name: 'Facebook on Android',
    userAgent: `${ANDROID} ${CHROME} [FB_IAB/FB4A;FBAV/487.0.0.61.72;]`,
    lacks: ['windows', 'credentials', 'paymentRequest', 'clipboard'],
  },
  {
    name: 'TikTok on Android',
    userAgent: `${ANDROID} ${CHROME} musical_ly_2023605040 BytedanceWebview/d8a21c6`,
    lacks: [...WEB_VIEW, 'storage'],
  },
  {
    name: 'LINE on iOS',
    userAgent: `${IPHONE} Mobile/15E148 Safari Line/14.17.0`,
    lacks: ['windows', 'credentials', 'serviceWorker'],
  },
  {
    name: 'WeChat on Android',
    userAgent: `${ANDROID} Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 XWEB/1260117 MMWEBID/2583 MicroMessenger/8.0.53.2740(0x28003533) WeChat/arm64`,
    lacks: [...WEB_VIEW, 'clipboard'],
  },
  { name: 'an Android WebView', userAgent: `${ANDROID} ${CHROME}`, lacks: [...WEB_VIEW, 'clipboard', 'storage'] },
  {
    name: 'an iOS WKWebView',
    userAgent: `${IPHONE} Mobile/15E148`,
    lacks: ['windows', 'credentials', 'paymentRequest'],
  },
];

/** Removes the missing features from every page of the context. */
export async function removeFeatures(context: BrowserContext, lacks: readonly MissingFeature[]): Promise<void> {
  await context.addInitScript((missing: readonly string[]) => {
    const has = (lack: string) => !missing.includes(lack);
    const remove = (owner: object, name: string) => {
      Reflect.deleteProperty(owner, name);
      Reflect.deleteProperty(Object.getPrototypeOf(owner), name);
    };
    if (!has('windows')) window.open = () => null;
    if (!has('passkeys')) remove(globalThis, 'PublicKeyCredential');
    if (!has('passkeys') || !has('credentials')) remove(navigator, 'credentials');
    if (!has('paymentRequest')) remove(globalThis, 'PaymentRequest');
    if (!has('clipboard')) remove(navigator, 'clipboard');
    if (!has('serviceWorker')) remove(navigator, 'serviceWorker');
    if (has('storage')) return;
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        configurable: true,
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  }, lacks);
}
