// A wallet's sheet, over the whole page: the buyer chooses a card and pays, or cancels.
import { answerRequests, notifyPage, requestToken } from './frameChannel.js';
import { createWalletMark } from './wallets.js';

const { wallet, billing } = document.documentElement.dataset;
const form = document.querySelector('form');
const [pay] = form.querySelectorAll('button');
const problem = document.getElementById('problem');

/** The wallet's owner, whose billing details the page may require. */
const BILLING = {
  name: 'Anna Weber',
  address: { line1: 'Invalidenstraße 44', line2: null, city: 'Berlin', state: '', postal_code: '10115', country: 'DE' },
};
const billingDetails = billing === 'required' ? BILLING : undefined;

/**
 * Each browser's wallet has its own cards, distinguished by their expiry date. Typed cards of the journeys expire later
 * (`e2e/buyers/cardExpiry.ts`), so that the rules never count them together.
 */
function getCardExpiry() {
  const stored = JSON.parse(localStorage.getItem('expiry'));
  if (stored) return stored;
  const draw = (count) => Math.floor(Math.random() * count) + 1;
  const drawn = { exp_month: draw(12), exp_year: new Date().getFullYear() + draw(8) };
  localStorage.setItem('expiry', JSON.stringify(drawn));
  return drawn;
}

function setWorking(isWorking) {
  form.toggleAttribute('data-working', isWorking);
  for (const control of form.elements) control.disabled = isWorking;
}

/** The chosen card, read before the form's controls are disabled. */
let chosenCard = '';

form.addEventListener('submit', (event) => {
  event.preventDefault();
  chosenCard = form.elements.card.value;
  problem.textContent = '';
  setWorking(true);
  notifyPage({ type: 'authorized', billingDetails });
});

function cancel() {
  notifyPage({ type: 'cancelled' });
}
document.getElementById('cancel').addEventListener('click', cancel);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !form.hasAttribute('data-working')) cancel();
});

document.querySelector('h1').prepend(createWalletMark(wallet, 54));

answerRequests({
  async token({ params = {} }) {
    const data = {
      type: 'card',
      card: { wallet, test_card: chosenCard, ...getCardExpiry() },
      billing_details: billingDetails,
    };
    return requestToken({ ...data, ...params.payment_method_data }, params);
  },
  fail({ message }) {
    setWorking(false);
    problem.textContent = message || 'The payment failed. Choose another card, or cancel.';
    pay.focus();
    return {};
  },
});
pay.focus();
