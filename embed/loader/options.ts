import type { Tokens } from './withTokens.ts';

/** What is to be bought, and for whom. Amounts are decimal texts; a point, no groups. */
export type PurchaseOptions = {
  /** As the operator has registered the site. */
  readonly partnerId: string;
  /** What the buyer cannot change; the names beginning with `default` only come first. */
  readonly sendCurrency?: string;
  readonly amount?: string;
  readonly getCurrency?: string;
  /** Of what is received, in place of what is paid. */
  readonly receiveAmount?: string;
  readonly defaultSendCurrency?: string;
  readonly defaultAmount?: string;
  readonly defaultGetCurrency?: string;
  readonly defaultReceiveAmount?: string;
  /** Where the crypto goes; the buyer sees it whole before it is paid. */
  readonly address?: string;
  readonly payMethod?: string;
  readonly offerType?: string;
  /** The site's own mark of this purchase: it comes back with every webhook. */
  readonly reference?: string;
  /** An address of an origin that the operator has allowed. */
  readonly redirectUrl?: string;
  /**
   * Opaque, made by the site's own server. A promise is waited for, half a minute at most, with the window already open. A
   * value that is no text is `session_failed`: a purchase that the site wanted fixed never begins without its session.
   */
  readonly session?: Tokens['session'];
};

/** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
export type PluginColors = {
  readonly text?: string;
  readonly secondaryText?: string;
  readonly prompt?: string;
  readonly button?: string;
  readonly buttonText?: string;
  readonly background?: string;
};

export type WindowOptions = PurchaseOptions & {
  /** In a tab beside the page's own, in place of a small window over it. */
  readonly tab?: boolean;
  /** A login that the site's own server has minted, good for a minute; a promise is waited for like the session. */
  readonly authToken?: Tokens['authToken'];
};

export type MountOptions = PurchaseOptions & {
  /** Such as `de-DE`; without one the browser's. */
  readonly language?: string;
  readonly colors?: PluginColors;
};

/** The parameter of the address that carries an option; 1: it has the option's own name. */
type Parameters<Options> = Readonly<Record<keyof Options, string | 1>>;

const purchase: Parameters<PurchaseOptions & Tokens & Pick<MountOptions, 'language'>> = {
  partnerId: 1,
  sendCurrency: 1,
  amount: 'sendCurrencyAmount',
  getCurrency: 1,
  receiveAmount: 'getCurrencyAmount',
  defaultSendCurrency: 1,
  defaultAmount: 'defaultSendCurrencyAmount',
  defaultGetCurrency: 1,
  defaultReceiveAmount: 'defaultGetCurrencyAmount',
  address: 1,
  payMethod: 1,
  offerType: 1,
  reference: 1,
  redirectUrl: 1,
  language: 'lang',
  session: 1,
  authToken: 1,
};

const colors: Parameters<PluginColors> = {
  text: 'plugin-color-text-1',
  secondaryText: 'plugin-color-text-2',
  prompt: 'plugin-prompt-color-text',
  button: 'plugin-color-button',
  buttonText: 'plugin-color-button-text',
  background: 'plugin-color-background',
};

/** What a page is opened with: tokens are in it once they are known. */
type KnownOptions = Omit<MountOptions & WindowOptions, keyof Tokens> & {
  readonly session: string | undefined;
  readonly authToken?: string | undefined;
};

/** The address of a page with the options in its query; what is not given, or no option, is left out. */
export function addressOf(page: string, options: KnownOptions): string {
  const query = new URLSearchParams();
  const add = (names: Readonly<Record<string, string | 1>>, values: object = {}) => {
    for (const [option, name] of Object.entries(names)) {
      const value = (values as Record<string, string | undefined>)[option];
      if (value) query.set(name === 1 ? option : name, value);
    }
  };
  add(purchase, options);
  add(colors, options.colors);
  return `${page}?${query}`;
}
