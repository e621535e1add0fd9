// The wallet buttons, inside a frame of this origin. A press is told to the page; the sheet is another frame's.
import { answerAsks, paint, tell } from './frameChannel.js';
import { WALLET_NAMES, walletMark } from './walletMarks.js';

/** The wallets that the sandbox plays, in Stripe's own order; by the name that options and events have for each. */
const WALLETS = { applePay: 'apple_pay', googlePay: 'google_pay' };
const OTHERS = { amazonPay: false, klarna: false, link: false, paypal: false };

/** What stands before the mark, by the button's type; the rest of Stripe's types are the mark alone here. */
const VERBS = {
  en: { buy: 'Buy with', pay: 'Pay with', 'check-out': 'Check out with', checkout: 'Check out with' },
  zh: { buy: '购买', pay: '支付', 'check-out': '结账', checkout: '结账' },
};

const canUse = {
  /** Refused where the page's permissions policy keeps payments out of this frame. No wallet is asked: nothing leaves. */
  googlePay() {
    try {
      const method = { supportedMethods: 'basic-card' };
      return Boolean(
        new PaymentRequest([method], { total: { label: 'Total', amount: { currency: 'EUR', value: '0' } } }),
      );
    } catch {
      return false;
    }
  },
  applePay() {
    try {
      return window.ApplePaySession?.canMakePayments() === true;
    } catch {
      return false;
    }
  },
};

const defaults = { buttonHeight: 44, buttonType: { applePay: 'plain', googlePay: 'buy' } };

function buttonOf(name, { options, appearance, language }) {
  const wallet = WALLETS[name];
  const verb = VERBS[language][(options.buttonType ?? defaults.buttonType)[name]] ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.theme = options.buttonTheme?.[name] ?? (appearance?.theme === 'night' ? 'white' : 'black');
  button.style.height = `${options.buttonHeight ?? defaults.buttonHeight}px`;
  button.setAttribute('aria-label', `${verb} ${WALLET_NAMES[wallet]}`.trim());
  const word = document.createElement('span');
  word.textContent = verb;
  button.append(...(verb ? [word] : []), walletMark(wallet, 46));
  button.addEventListener('click', () => tell({ type: 'pressed', wallet }));
  return button;
}

function draw({ options = {}, appearance, locale, types }) {
  const wanted = locale === 'auto' || !locale ? navigator.language : locale;
  const language = String(wanted).toLowerCase().startsWith('zh') ? 'zh' : 'en';
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  const able = Object.keys(WALLETS).filter(
    (name) => types.includes('card') && options.paymentMethods?.[name] !== 'never' && canUse[name](),
  );
  const order = options.paymentMethodOrder ?? [];
  const rank = (name) => (order.includes(WALLETS[name]) ? order.indexOf(WALLETS[name]) : order.length);
  const shown = able.toSorted((a, b) => rank(a) - rank(b));
  for (const [name, value] of Object.entries(appearance?.variables ?? {})) {
    if (/^[A-Za-z]+$/.test(name)) document.documentElement.style.setProperty(`--${name}`, String(value));
  }
  document
    .getElementById('buttons')
    .replaceChildren(...shown.map((name) => buttonOf(name, { options, appearance, language })));
  if (able.length === 0) return { available: undefined };
  return {
    available: { ...OTHERS, ...Object.fromEntries(Object.keys(WALLETS).map((name) => [name, able.includes(name)])) },
  };
}

answerAsks({
  paint({ ground }) {
    paint(ground);
    return {};
  },
  setup(asked) {
    paint(asked.ground);
    return draw(asked);
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
