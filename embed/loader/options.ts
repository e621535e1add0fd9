import type { Tokens } from './withTokens.ts';

/**
 * Terms of the purchase. Amounts are decimal strings with a point and without grouping. `sendCurrency`, `amount`,
 * `getCurrency` and `receiveAmount` are fixed for the buyer; their `default…` variants are only preselected.
 */
export type PurchaseOptions = {
  /** The site's id as registered by the operator. */
  readonly partnerId: string;
  readonly sendCurrency?: string;
  readonly amount?: string;
  readonly getCurrency?: string;
  /** Fixes the received amount instead of the paid one. */
  readonly receiveAmount?: string;
  readonly defaultSendCurrency?: string;
  readonly defaultAmount?: string;
  readonly defaultGetCurrency?: string;
  readonly defaultReceiveAmount?: string;
  /** Receiving address; the buyer sees all of it before paying. */
  readonly address?: string;
  readonly payMethod?: string;
  readonly offerType?: string;
  /** The site's own reference of this purchase, returned in every webhook. */
  readonly reference?: string;
  /** An address at an origin that the operator has allowed. */
  readonly redirectUrl?: string;
  /**
   * An opaque string from the site's own server, or a promise of one, which is awaited for at most 30 seconds with the window
   * already open. If it is empty, rejected or late, the purchase fails with `session_failed`: it never starts without the
   * session.
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
  /** Opens a tab instead of a small window over the page. */
  readonly tab?: boolean;
  /** A login that the site's own server has minted, valid for a minute; a promise is awaited like the session. */
  readonly authToken?: Tokens['authToken'];
};

export type MountOptions = PurchaseOptions & {
  /** Such as `de-DE`; by default the browser's language. */
  readonly language?: string;
  readonly colors?: PluginColors;
};

/** The URL parameter of each option; 1: the same name as the option. */
type ParameterNames<Options> = Readonly<Record<keyof Options, string | 1>>;

const purchaseParameters: ParameterNames<PurchaseOptions & Tokens & Pick<MountOptions, 'language'>> = {
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

const colorParameters: ParameterNames<PluginColors> = {
  text: 'plugin-color-text-1',
  secondaryText: 'plugin-color-text-2',
  prompt: 'plugin-prompt-color-text',
  button: 'plugin-color-button',
  buttonText: 'plugin-color-button-text',
  background: 'plugin-color-background',
};

/** Options of a page address, with resolved tokens. */
type KnownOptions = Omit<MountOptions & WindowOptions, keyof Tokens> & {
  readonly session: string | undefined;
  readonly authToken?: string | undefined;
};

/** Returns the address of a page with the options in its query; omits unset and unknown options. */
export function buildPageUrl(page: string, options: KnownOptions): string {
  const query = new URLSearchParams();
  const add = (names: Readonly<Record<string, string | 1>>, values: object = {}) => {
    for (const [option, name] of Object.entries(names)) {
      const value = (values as Record<string, string | undefined>)[option];
      if (value) query.set(name === 1 ? option : name, value);
    }
  };
  add(purchaseParameters, options);
  add(colorParameters, options.colors);
  return `${page}?${query}`;
}
