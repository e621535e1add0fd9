// The shop's side of an embedded purchase. The loader's script tag defines `Slipway`.

const { partner } = document.body.dataset;
const note = document.getElementById('note');
const list = document.getElementById('orders');
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

const COIN = 'USDC_BASE';

/** The shop's texts for states of an order; any other state is shown by its name. */
const STATES = {
  awaiting_payment: 'Waiting for payment',
  authorizing: 'Paying',
  awaiting_identity: 'Document needed',
  paid: 'Paid',
  converting: 'Buying USDC',
  converted: 'USDC bought',
  delivering: 'On its way to the wallet',
  delivered: 'In the wallet',
  cancelled: 'Cancelled',
  expired: 'Expired',
  failed: 'Payment failed',
  refunded: 'Refunded',
};

/** Returns the page's colors for the frame. */
function readColors() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  return {
    text: color('--ink'),
    secondaryText: color('--faint'),
    prompt: color('--faint'),
    button: color('--stamp'),
    buttonText: color('--on-stamp'),
    background: color('--sheet'),
  };
}

function findOrAddEntry(orderNo, title) {
  const known = list.querySelector(`[data-order="${orderNo}"]`);
  if (known) return known;
  const entry = document.createElement('li');
  entry.dataset.order = orderNo;
  for (const [name, text] of [
    ['title', title],
    ['state', 'Begun'],
    ['number', orderNo],
  ]) {
    const part = document.createElement('span');
    part.className = name;
    part.textContent = text;
    entry.append(part);
  }
  list.prepend(entry);
  return entry;
}

/** Shows the events of a purchase. The shop sends a print only after the webhook. */
function showEvents(purchase, title) {
  purchase.on('orderCreated', ({ orderNo }) => {
    note.textContent = '';
    findOrAddEntry(orderNo, title);
  });
  purchase.on('status', ({ orderNo, status }) => {
    findOrAddEntry(orderNo, title).querySelector('.state').textContent = STATES[status] ?? status.replaceAll('_', ' ');
  });
  return purchase;
}

function showBlockedWindow(url) {
  note.textContent = 'Your browser has blocked the window. ';
  const link = document.createElement('a');
  Object.assign(link, { href: url, target: '_blank', textContent: 'Open it here' });
  note.append(link);
}

/** Texts for errors after which nothing was bought, with what the buyer can do. */
const ERROR_TEXTS = {
  session_refused: 'The purchase was stopped. Please press the button again.',
  session_failed: 'We could not prepare your purchase. Please try again.',
};

function showError(code) {
  note.textContent =
    ERROR_TEXTS[code] ??
    `Slipway did not come (${code}). Ask the operator to run: npm run operate -- embed-doctor ${partner} --page ${location.href}`;
}

function buy({ print, price, title }) {
  const purchase = showEvents(
    Slipway.open({
      partnerId: partner,
      getCurrency: COIN,
      receiveAmount: price,
      defaultSendCurrency: 'EUR',
      reference: `print ${print}`,
    }),
    title,
  );
  purchase.on('error', ({ code }) => (code === 'popup_blocked' ? showBlockedWindow(purchase.url) : showError(code)));
}

function topUp() {
  const frame = Slipway.mount(document.getElementById('top-up'), {
    partnerId: partner,
    defaultSendCurrency: 'EUR',
    defaultGetCurrency: COIN,
    defaultAmount: '50',
    reference: 'top-up',
    colors: readColors(),
  });
  showEvents(frame, 'Top-up');
  frame.on('error', ({ code }) => showError(code));
  darkScheme.addEventListener('change', () => frame.update({ colors: readColors() }));
}

if (globalThis.Slipway === undefined) note.textContent = 'Slipway could not be loaded.';
else {
  topUp();
  for (const button of document.querySelectorAll('[data-print]'))
    button.addEventListener('click', () => buy(button.dataset));
}
