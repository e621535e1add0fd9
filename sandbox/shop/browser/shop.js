// The shop's side of an embedded purchase. `Slipway` is what the loader's script tag has left.

const { partner } = document.body.dataset;
const note = document.getElementById('note');
const list = document.getElementById('orders');
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

const COIN = 'USDC_BASE';

/** In the shop's words; any other state is shown as it is called. */
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

/** The frame has the page's own colours. */
function colors() {
  const look = getComputedStyle(document.documentElement);
  const color = (name) => look.getPropertyValue(name).trim();
  return {
    text: color('--ink'),
    secondaryText: color('--faint'),
    prompt: color('--faint'),
    button: color('--stamp'),
    buttonText: color('--on-stamp'),
    background: color('--sheet'),
  };
}

function entryOf(orderNo, title) {
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

/** Shows what a purchase tells. Only the webhook decides whether a print is sent. */
function follow(purchase, title) {
  purchase.on('orderCreated', ({ orderNo }) => {
    note.textContent = '';
    entryOf(orderNo, title);
  });
  purchase.on('status', ({ orderNo, status }) => {
    entryOf(orderNo, title).querySelector('.state').textContent = STATES[status] ?? status.replaceAll('_', ' ');
  });
  return purchase;
}

function sayBlocked(url) {
  note.textContent = 'Your browser has blocked the window. ';
  const link = document.createElement('a');
  Object.assign(link, { href: url, target: '_blank', textContent: 'Open it here' });
  note.append(link);
}

/** Why nothing was bought, and who has to do what. */
const FAULTS = {
  session_refused: 'The purchase was stopped. Please press the button again.',
  session_failed: 'We could not prepare your purchase. Please try again.',
};

function sayFault(code) {
  note.textContent =
    FAULTS[code] ??
    `Slipway did not come (${code}). Ask the operator to run: npm run operate -- embed-doctor ${partner} --page ${location.href}`;
}

function buy({ print, price, title }) {
  const purchase = follow(
    Slipway.open({
      partnerId: partner,
      getCurrency: COIN,
      receiveAmount: price,
      defaultSendCurrency: 'EUR',
      reference: `print ${print}`,
    }),
    title,
  );
  purchase.on('error', ({ code }) => (code === 'popup_blocked' ? sayBlocked(purchase.url) : sayFault(code)));
}

function topUp() {
  const frame = Slipway.mount(document.getElementById('top-up'), {
    partnerId: partner,
    defaultSendCurrency: 'EUR',
    defaultGetCurrency: COIN,
    defaultAmount: '50',
    reference: 'top-up',
    colors: colors(),
  });
  follow(frame, 'Top-up');
  frame.on('error', ({ code }) => sayFault(code));
  darkScheme.addEventListener('change', () => frame.update({ colors: colors() }));
}

if (globalThis.Slipway === undefined) note.textContent = 'Slipway could not be loaded.';
else {
  topUp();
  for (const button of document.querySelectorAll('[data-print]'))
    button.addEventListener('click', () => buy(button.dataset));
}
