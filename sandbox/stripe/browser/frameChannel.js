// How a frame of this origin speaks with the Stripe.js that opened it: news of its own, and answers to its questions.
const parameters = new URLSearchParams(location.search);
const parentOrigin = parameters.get('origin') ?? '';

export const key = parameters.get('key') ?? '';

export function tell(message) {
  window.parent.postMessage({ source: 'stripe-frame', ...message }, parentOrigin);
}

/** `asks`: what may be asked, by name. Says that the frame is there, and from then on how high its content is. */
export function answerAsks(asks) {
  async function answerTo(question) {
    let answer;
    try {
      answer = await asks[question.ask](question);
    } catch {
      answer = { error: { type: 'api_connection_error', message: 'The network failed. Try again.' } };
    }
    tell({ type: 'answer', number: question.number, answer });
  }
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== parentOrigin) return;
    const { target, ask } = event.data ?? {};
    if (target === 'stripe-frame' && Object.hasOwn(asks, ask)) void answerTo(event.data);
  });
  new ResizeObserver(() => {
    tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
  tell({ type: 'loaded' });
}

export function paint(ground) {
  document.body.style.backgroundColor = ground ?? 'transparent';
}

/** Writes a structure as bracketed form fields. */
export function flatten(value, path, into) {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') into.append(path, String(value));
  else for (const [field, inner] of Object.entries(value)) flatten(inner, `${path}[${field}]`, into);
}

/** Asks this origin for a confirmation token. */
export async function requestToken(paymentMethodData, { return_url, setup_future_usage } = {}) {
  const body = new URLSearchParams({ key });
  flatten(paymentMethodData, 'payment_method_data', body);
  flatten(return_url, 'return_url', body);
  flatten(setup_future_usage, 'setup_future_usage', body);
  const answer = await fetch('/v1/confirmation_tokens', { method: 'POST', body });
  const data = await answer.json();
  return data.error ? { error: data.error } : { confirmationToken: data };
}
