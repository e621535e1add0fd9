import { cart, formatEuros, sumItems } from './cart.ts';
import { deriveState, type Order, type OrderState } from './orders.ts';

const sentences: Readonly<Record<OrderState, string>> = {
  unpaid: 'Not paid yet',
  processing: 'Payment in progress',
  paid: 'Paid. Thank you!',
};

export function cartPage(): string {
  const rows = cart.map(({ name, cents }) => `<tr><td>${escape(name)}</td><td>${formatEuros(cents)} EUR</td></tr>`);
  return page(
    'Your cart',
    `<table>${rows.join('')}<tr><th>Total</th><th>${formatEuros(sumItems(cart))} EUR</th></tr></table>
    <form method="post" action="/orders"><button>Pay by card</button></form>`,
  );
}

export function orderPage(order: Order): string {
  const state = deriveState(order);
  const payAgain = `<form method="post" action="/orders/${order.id}/pay"><button>Pay by card</button></form>`;
  return page(
    'Your order',
    `<p>Order ${order.id}, ${formatEuros(order.cents)} EUR</p>
    <p><strong role="status">${sentences[state]}</strong></p>
    ${order.payment?.transactionId ? `<p>Transaction ${escape(order.payment.transactionId)}</p>` : ''}
    ${state === 'unpaid' ? payAgain : ''}`,
    // Until the order is paid, the page reloads to show the newest status from the webhooks.
    state === 'paid' ? '' : '<meta http-equiv="refresh" content="2">',
  );
}

export function errorPage(text: string): string {
  return page('That did not work', `<p>${escape(text)}</p><p><a href="/">Back to the cart</a></p>`);
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    ${head}
    <style>body { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }</style>
  </head>
  <body>
    <h1>${title}</h1>
    ${body}
  </body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
