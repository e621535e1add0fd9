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
  /** Opaque, made by the site's own server. A promise is waited for with the window already open. */
  readonly session?: string | Promise<string>;
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
};

export type MountOptions = PurchaseOptions & {
  /** Such as `de-DE`; without one the browser's. */
  readonly language?: string;
  readonly colors?: PluginColors;
};

type Parameters<Options> = Readonly<Record<keyof Options, string>>;

const purchase: Parameters<Omit<PurchaseOptions, 'session'>> = {
  partnerId: 'partnerId',
  sendCurrency: 'sendCurrency',
  amount: 'sendCurrencyAmount',
  getCurrency: 'getCurrency',
  receiveAmount: 'getCurrencyAmount',
  defaultSendCurrency: 'defaultSendCurrency',
  defaultAmount: 'defaultSendCurrencyAmount',
  defaultGetCurrency: 'defaultGetCurrency',
  defaultReceiveAmount: 'defaultGetCurrencyAmount',
  address: 'address',
  payMethod: 'payMethod',
  offerType: 'offerType',
  reference: 'reference',
  redirectUrl: 'redirectUrl',
};

const frame: Parameters<Pick<MountOptions, 'language'>> = { language: 'lang' };

const colors: Parameters<PluginColors> = {
  text: 'plugin-color-text-1',
  secondaryText: 'plugin-color-text-2',
  prompt: 'plugin-prompt-color-text',
  button: 'plugin-color-button',
  buttonText: 'plugin-color-button-text',
  background: 'plugin-color-background',
};

/** The address of a page with the options in its query; what is not given, or no option, is left out. */
export function addressOf(page: string, options: MountOptions, session: string | undefined): string {
  const given = (names: Readonly<Record<string, string>>, values: object = {}) =>
    Object.entries(values).flatMap(([option, value]) => {
      const name = Object.hasOwn(names, option) ? names[option] : undefined;
      return name && value ? [[name, String(value)]] : [];
    });
  const query = [...given({ ...purchase, ...frame }, options), ...given(colors, options.colors)];
  return `${page}?${new URLSearchParams([...query, ...(session ? [['session', session]] : [])])}`;
}
