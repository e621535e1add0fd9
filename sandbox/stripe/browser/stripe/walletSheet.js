import { WALLETS } from '../wallets.js';
import { createFrame } from './frame.js';

/** Opens the wallet's sheet: a frame in a dialog that covers the whole page. */
export function openWalletSheet({ wallet, amount, currency, billing, key }, { onAuthorized, onCancelled }) {
  let isAuthorized = false;
  const { name } = WALLETS[wallet];
  const query = new URLSearchParams({ wallet, amount, currency, key, ...(billing ? { billing: 'required' } : {}) });
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', name);
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    margin: '0',
    border: '0',
    padding: '0',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    overflow: 'hidden',
    background: 'transparent',
  });
  const channel = createFrame(`/elements/wallet?${query}`, `${name} sheet`, (message) => {
    if (message.source !== 'stripe-frame') return;
    if (message.type === 'authorized') {
      isAuthorized = true;
      onAuthorized(message.billingDetails);
    } else if (message.type === 'cancelled') {
      cancel();
    }
  });
  channel.frame.style.height = '100%';
  // The sheet follows the page's color scheme, and is transparent outside its panel.
  channel.frame.style.colorScheme = '';
  channel.frame.addEventListener('load', () => channel.frame.focus());

  function close() {
    dialog.close();
    channel.remove();
    dialog.remove();
  }
  /** Closes the sheet, except after Pay: then the page decides about the authorized payment. */
  function cancel() {
    if (isAuthorized) return;
    close();
    onCancelled();
  }
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    cancel();
  });
  dialog.append(channel.frame);
  document.body.append(dialog);
  dialog.showModal();

  return {
    isAuthorized: () => isAuthorized,
    makeToken: (params) => channel.ask('token', { params }),
    /** Shows that the page could not take the payment. The buyer may choose another card, or cancel. */
    fail(message) {
      isAuthorized = false;
      return channel.ask('fail', { message });
    },
    close,
  };
}
