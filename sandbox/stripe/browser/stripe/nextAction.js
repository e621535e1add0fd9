import { createFrame, SELF } from './frame.js';

export async function retrievePaymentIntent(key, clientSecret) {
  const id = String(clientSecret).split('_secret_')[0];
  const query = new URLSearchParams({ key, client_secret: clientSecret });
  try {
    const answer = await fetch(`${SELF}/v1/payment_intents/${encodeURIComponent(id)}?${query}`);
    const data = await answer.json();
    return data.error ? { error: data.error } : { paymentIntent: data };
  } catch {
    return { error: { type: 'api_connection_error', message: 'The network failed. Try again.' } };
  }
}

/** Shows the bank's page in a dialog until the buyer has answered it. */
function authenticate(action) {
  // Only the path is used, so that the dialog can show only this origin.
  const path = new URL(action.use_stripe_sdk.stripe_js, SELF).pathname;
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', '3-D Secure');
    Object.assign(dialog.style, {
      border: '0',
      padding: '0',
      borderRadius: '12px',
      width: 'min(440px, calc(100vw - 32px))',
      maxHeight: 'calc(100dvh - 32px)',
      overflow: 'hidden',
      background: '#ffffff',
      boxShadow: '0 24px 64px rgba(0, 0, 0, 0.35)',
    });
    const channel = createFrame(path, '3-D Secure', (message) => {
      if (message.source !== 'stripe-authentication' || message.type !== 'finished') return;
      dialog.close();
      channel.remove();
      dialog.remove();
      resolve();
    });
    channel.frame.style.height = '340px';
    // The dialog cannot be closed with Escape: the bank's page has a button for a refusal.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.append(channel.frame);
    document.body.append(dialog);
    dialog.showModal();
  });
}

export async function handleNextAction(key, { clientSecret }) {
  const first = await retrievePaymentIntent(key, clientSecret);
  if (first.error) return first;
  const { next_action: action, status } = first.paymentIntent;
  if (status !== 'requires_action' || action === null) return first;
  if (action.type === 'redirect_to_url') {
    location.assign(action.redirect_to_url.url);
    return new Promise(() => undefined);
  }
  await authenticate(action);
  const last = await retrievePaymentIntent(key, clientSecret);
  const failure = last.paymentIntent?.last_payment_error;
  return failure ? { error: { ...failure, payment_intent: last.paymentIntent } } : last;
}
