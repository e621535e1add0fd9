// The wallet buttons, inside a frame of this origin. A press is reported to the page, which opens the sheet in another frame.
import { answerRequests, notifyPage, paint } from './frameChannel.js';
import { createWalletMark, mapByButton, WALLETS } from './wallets.js';

const UNSUPPORTED_METHODS = { amazonPay: false, klarna: false, link: false, paypal: false };

/** The text before the wallet's mark, by the button's type; for Stripe's other types the sandbox shows only the mark. */
const VERBS = {
  en: { buy: 'Buy with', pay: 'Pay with', 'check-out': 'Check out with', checkout: 'Check out with' },
  zh: { buy: '购买', pay: '支付', 'check-out': '结账', checkout: '结账' },
};

const defaults = { buttonHeight: 44, buttonType: mapByButton(({ type }) => type) };

function createWalletButton([wallet, { name, button: option }], { options, appearance, language }) {
  const verb = VERBS[language][(options.buttonType ?? defaults.buttonType)[option]] ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.theme = options.buttonTheme?.[option] ?? (appearance?.theme === 'night' ? 'white' : 'black');
  button.style.height = `${options.buttonHeight ?? defaults.buttonHeight}px`;
  button.setAttribute('aria-label', `${verb} ${name}`.trim());
  const label = document.createElement('span');
  label.textContent = verb;
  button.append(...(verb ? [label] : []), createWalletMark(wallet, 46));
  button.addEventListener('click', () => notifyPage({ type: 'pressed', wallet }));
  return button;
}

function drawButtons({ options = {}, appearance, locale, types }) {
  const wanted = locale === 'auto' || !locale ? navigator.language : locale;
  const language = String(wanted).toLowerCase().startsWith('zh') ? 'zh' : 'en';
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  const usable = Object.entries(WALLETS).filter(
    ([, { button, canUse }]) => types.includes('card') && options.paymentMethods?.[button] !== 'never' && canUse(),
  );
  const order = options.paymentMethodOrder ?? [];
  const rank = ([wallet]) => (order.includes(wallet) ? order.indexOf(wallet) : order.length);
  const shown = usable.toSorted((a, b) => rank(a) - rank(b));
  for (const [name, value] of Object.entries(appearance?.variables ?? {})) {
    if (/^[A-Za-z]+$/.test(name)) document.documentElement.style.setProperty(`--${name}`, String(value));
  }
  document
    .getElementById('buttons')
    .replaceChildren(...shown.map((wallet) => createWalletButton(wallet, { options, appearance, language })));
  if (usable.length === 0) return { available: undefined };
  const shownHere = new Set(usable.map(([, { button }]) => button));
  return { available: { ...UNSUPPORTED_METHODS, ...mapByButton(({ button }) => shownHere.has(button)) } };
}

answerRequests({
  paint({ ground }) {
    paint(ground);
    return {};
  },
  setup(configuration) {
    paint(configuration.ground);
    return drawButtons(configuration);
  },
  focus() {
    document.querySelector('button')?.focus();
    return {};
  },
  blur() {
    document.activeElement?.blur();
    return {};
  },
});
