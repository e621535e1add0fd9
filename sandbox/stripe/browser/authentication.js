// Inside a frame of Stripe.js the answer goes back to the page that opened it; alone, the form works by itself.
const origin = new URLSearchParams(location.search).get('origin');
const form = document.querySelector('form');

if (origin && window.parent !== window) {
  const finish = () => window.parent.postMessage({ source: 'stripe-authentication', type: 'finished' }, origin);
  if (form) {
    const answer = async (outcome) => {
      for (const button of form.querySelectorAll('button')) button.disabled = true;
      try {
        const answered = await fetch(form.action, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ outcome }),
        });
        if (!answered.ok) throw new Error(`answered ${answered.status}`);
        finish();
      } catch {
        for (const button of form.querySelectorAll('button')) button.disabled = false;
      }
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void answer(event.submitter?.value ?? 'fail');
    });
    form.querySelector('button')?.focus();
  } else {
    finish();
  }
}
