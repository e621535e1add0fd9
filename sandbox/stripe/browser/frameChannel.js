// The messages between a frame of this origin and the Stripe.js that opened it: the frame's events and its answers to requests.
const parameters = new URLSearchParams(location.search);
const parentOrigin = parameters.get('origin') ?? '';

export const key = parameters.get('key') ?? '';

export function notifyPage(message) {
  window.parent.postMessage({ source: 'stripe-frame', ...message }, parentOrigin);
}

/** Answers the page's requests with the functions in `handlers`, by name. Reports that the frame has loaded, and each new height. */
export function answerRequests(handlers) {
  async function answerRequest(request) {
    let answer;
    try {
      answer = await handlers[request.ask](request);
    } catch {
      answer = { error: { type: 'api_connection_error', message: 'The network failed. Try again.' } };
    }
    notifyPage({ type: 'answer', number: request.number, answer });
  }
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== parentOrigin) return;
    const { target, ask } = event.data ?? {};
    if (target === 'stripe-frame' && Object.hasOwn(handlers, ask)) void answerRequest(event.data);
  });
  new ResizeObserver(() => {
    notifyPage({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
  notifyPage({ type: 'loaded' });
}

export function paint(ground) {
  document.body.style.backgroundColor = ground ?? 'transparent';
}

/** Appends a structure to `into` as form fields with names in brackets, such as `card[number]`. */
export function flatten(value, path, into) {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') into.append(path, String(value));
  else for (const [field, inner] of Object.entries(value)) flatten(inner, `${path}[${field}]`, into);
}

/** Requests a confirmation token from this origin. */
export async function requestToken(paymentMethodData, { return_url, setup_future_usage } = {}) {
  const body = new URLSearchParams({ key });
  flatten(paymentMethodData, 'payment_method_data', body);
  flatten(return_url, 'return_url', body);
  flatten(setup_future_usage, 'setup_future_usage', body);
  const answer = await fetch('/v1/confirmation_tokens', { method: 'POST', body });
  const data = await answer.json();
  return data.error ? { error: data.error } : { confirmationToken: data };
}
