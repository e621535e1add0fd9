import { checkExpressOptions } from './expressOptions.js';
import { createMountedElement } from './mountedElement.js';
import { openWalletSheet } from './walletSheet.js';

const RESOLVE_WITHIN_MS = 1000;

/** Creates wallet buttons in a frame. A press opens the wallet's sheet over the page; a token is made from the sheet's card. */
export function createExpressCheckoutElement(group, options) {
  checkExpressOptions(options);
  const elementType = 'expressCheckout';
  let sheet;

  const element = createMountedElement(elementType, {
    path: '/elements/express',
    title: 'Secure express checkout frame',
    setup() {
      const { appearance, locale, allowedPaymentMethodTypes, paymentMethodTypes } = group.options;
      return { appearance, locale, options, types: paymentMethodTypes ?? allowedPaymentMethodTypes ?? ['card'] };
    },
    onReady: ({ available }) => ({ availablePaymentMethods: available }),
    onMessage({ type, wallet }) {
      if (type === 'pressed' && !sheet) handlePress(wallet);
    },
    forget() {
      sheet?.close();
      group.forget(elementType);
    },
  });
  const { emitter } = element;

  /** Opens the sheet once the page has resolved the click event, within a second; at once if the page has no listener. */
  function handlePress(wallet) {
    if (!emitter.has('click')) return openSheet(wallet);
    let isAnswered = false;
    const answer = (act) => () => {
      if (isAnswered) return;
      isAnswered = true;
      act();
    };
    const timeout = setTimeout(
      answer(() => console.error('The click event of the Express Checkout Element was not resolved within 1 second.')),
      RESOLVE_WITHIN_MS,
    );
    emitter.emit('click', {
      elementType,
      expressPaymentType: wallet,
      resolve: answer(() => {
        clearTimeout(timeout);
        openSheet(wallet);
      }),
      reject: answer(() => clearTimeout(timeout)),
    });
  }

  function openSheet(wallet) {
    const { amount, currency } = group.options;
    const billing = options.billingAddressRequired === true;
    sheet = openWalletSheet(
      { wallet, amount, currency, billing, key: group.key },
      {
        onAuthorized(billingDetails) {
          emitter.emit('confirm', {
            elementType,
            expressPaymentType: wallet,
            ...(billingDetails ? { billingDetails } : {}),
            paymentFailed: (payload) => void sheet?.fail(payload?.message),
          });
        },
        onCancelled() {
          sheet = undefined;
          emitter.emit('cancel', { elementType });
        },
      },
    );
  }

  Object.assign(element.public, {
    update(changes = {}) {
      checkExpressOptions({ ...options, ...changes });
      Object.assign(options, changes);
      void element.configure();
      return element.public;
    },
  });
  return {
    ...element,
    /** Returns whether the buyer has pressed Pay in the sheet and waits for the page. */
    isConfirming: () => sheet?.isAuthorized() === true,
    /** Makes a token from the sheet's card, and closes the sheet if that succeeds. */
    async makeToken(params) {
      const made = await sheet.makeToken(params);
      if (!made.error) {
        sheet?.close();
        sheet = undefined;
      }
      return made;
    },
  };
}
