const output = document.getElementById('status');

const purchase = globalThis.Slipway.mount(document.getElementById('buy'), {
  // The id under which the operator has registered the origin of this page.
  partnerId: 'example-site',
  // Proposals: the buyer may change them. Only a session of your server fixes a purchase (see ../nextjs).
  defaultSendCurrency: 'EUR',
  defaultAmount: '60',
  defaultGetCurrency: 'USDC_BASE',
  reference: 'cart 17',
});

purchase.on('orderCreated', ({ orderNo }) => {
  output.textContent = `Order ${orderNo}`;
});

// For display only: the buyer may close this page. Your server learns the result from webhooks.
purchase.on('status', ({ orderNo, status }) => {
  output.textContent = `Order ${orderNo}: ${status}`;
});

purchase.on('error', ({ code, reason }) => {
  output.textContent = `The purchase cannot begin: ${reason ?? code}`;
});
