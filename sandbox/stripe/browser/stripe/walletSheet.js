import { WALLETS } from '../wallets.js';
import { createFrame } from './frame.js';

/** The wallet's own sheet, which the sandbox draws over the whole page: a frame in a dialog that covers everything. */
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
  const link = createFrame(`/elements/wallet?${query}`, `${name} sheet`, (message) => {
    if (message.source !== 'stripe-frame') return;
    if (message.type === 'authorized') {
      isAuthorized = true;
      onAuthorized(message.billingDetails);
    } else if (message.type === 'cancelled') {
      cancel();
    }
  });
  link.frame.style.height = '100%';
  // The sheet follows the page's scheme, and is transparent beside its panel.
  link.frame.style.colorScheme = '';
  link.frame.addEventListener('load', () => link.frame.focus());

  function close() {
    dialog.close();
    link.remove();
    dialog.remove();
  }
  /** What is authorized is the page's to take or to refuse. */
  function cancel() {
    if (isAuthorized) return;
    close();
    onCancelled();
  }
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    cancel();
  });
  dialog.append(link.frame);
  document.body.append(dialog);
  dialog.showModal();

  return {
    isAuthorized: () => isAuthorized,
    makeToken: (params) => link.ask('token', { params }),
    /** The page could not take the payment: the buyer may choose another card, or cancel. */
    fail(message) {
      isAuthorized = false;
      return link.ask('fail', { message });
    },
    close,
  };
}
