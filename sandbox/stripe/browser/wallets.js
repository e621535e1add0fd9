// The wallets that the sandbox plays, in Stripe's own order: all that the stand-in, its script and its frames know of each.

function canRequestPayment() {
  try {
    const method = { supportedMethods: 'basic-card' };
    return Boolean(
      new PaymentRequest([method], { total: { label: 'Total', amount: { currency: 'EUR', value: '0' } } }),
    );
  } catch {
    return false;
  }
}

function canOpenAppleSession() {
  try {
    return window.ApplePaySession?.canMakePayments() === true;
  } catch {
    return false;
  }
}

/** By the wallet's type in Stripe's answers (docs.stripe.com/api/payment_methods/object, `card.wallet.type`). */
export const WALLETS = {
  apple_pay: {
    name: 'Apple Pay',
    /** As the options and events of the Express Checkout Element call it, with what they may say of its button. */
    button: 'applePay',
    themes: ['black', 'white', 'white-outline'],
    types: 'add-money book buy check-out contribute donate order plain reload rent subscribe support tip top-up'.split(
      ' ',
    ),
    type: 'plain',
    canUse: canOpenAppleSession,
    triedIn: 'in Safari, over HTTPS',
    /** It has a number of its own for each device: its fingerprint is not the typed card's. */
    hasDeviceNumber: true,
    /** The mark in one colour (Simple Icons, CC0 1.0), in a box of 24. */
    outline: 'Apple Pay',
  },
  google_pay: {
    name: 'Google Pay',
    button: 'googlePay',
    themes: ['black', 'white'],
    types: 'book buy checkout donate order pay plain subscribe'.split(' '),
    type: 'buy',
    /** Refused where the page's permissions policy keeps payments out of this frame. No wallet is asked: nothing leaves. */
    canUse: canRequestPayment,
    triedIn: 'in Chrome, Edge and Safari, not in Firefox',
    hasDeviceNumber: false,
    outline: 'Google Pay',
  },
};

/** One fact of every wallet, by the name that options and events have for it. */
export function byButton(factOf) {
  return Object.fromEntries(Object.values(WALLETS).map((wallet) => [wallet.button, factOf(wallet)]));
}

/** The mark as a picture without a name of its own; built node by node, since no markup is made of text here. */
export function walletMark(wallet, size) {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('width', size);
  picture.setAttribute('height', size);
  picture.setAttribute('fill', 'currentColor');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', WALLETS[wallet].outline);
  picture.append(path);
  return picture;
}
