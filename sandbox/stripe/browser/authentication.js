// Inside a frame of Stripe.js, this script sends the form and reports the end to the page. In a window, the form submits itself.
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
