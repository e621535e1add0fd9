// The part of Stripe.js that Slipway's pages use, for the sandbox. It styles its elements through the CSSOM alone and
// adds no markup from text, so that it runs under the same content-security policy as Stripe's own script.
(() => {
  const SELF = new URL(document.currentScript.src).origin;

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  function createEmitter() {
    const handlers = new Map();
    return {
      on(event, handler) {
        handlers.set(event, [...(handlers.get(event) ?? []), handler]);
      },
      once(event, handler) {
        const wrapped = (value) => {
          this.off(event, wrapped);
          handler(value);
        };
        this.on(event, wrapped);
      },
      off(event, handler) {
        const left = handler ? (handlers.get(event) ?? []).filter((one) => one !== handler) : [];
        handlers.set(event, left);
      },
      emit(event, value) {
        for (const handler of handlers.get(event) ?? []) handler(value);
      },
    };
  }

  /** A frame of the stand-in's origin with questions and answers; messages of anybody else are not heard. */
  function createFrame(path, title, onMessage) {
    const frame = document.createElement('iframe');
    const address = new URL(path, SELF);
    address.searchParams.set('origin', location.origin);
    frame.src = address.href;
    frame.title = title;
    frame.setAttribute('allow', 'payment *');
    frame.style.border = '0';
    frame.style.width = '100%';
    frame.style.display = 'block';
    // A frame whose scheme is not its page's gets an opaque ground instead of a transparent one.
    frame.style.colorScheme = 'light';
    const waiting = new Map();
    let asked = 0;

    function listen(event) {
      if (event.source !== frame.contentWindow || event.origin !== SELF) return;
      const message = event.data ?? {};
      if (message.type === 'answer') {
        waiting.get(message.number)?.(message.answer);
        waiting.delete(message.number);
        return;
      }
      onMessage(message);
    }
    window.addEventListener('message', listen);

    return {
      frame,
      ask(what, more = {}) {
        asked += 1;
        const number = asked;
        return new Promise((resolve) => {
          waiting.set(number, resolve);
          frame.contentWindow?.postMessage({ target: 'stripe-card', ask: what, number, ...more }, SELF);
        });
      },
      remove() {
        window.removeEventListener('message', listen);
        frame.remove();
      },
    };
  }

  /** The colour on which the frame lies, so that it can be measured from within, too. */
  function groundOf(node) {
    for (let element = node.parentElement; element; element = element.parentElement) {
      const colour = getComputedStyle(element).backgroundColor;
      if (/^rgb\(|^color\(/.test(colour) && !/\/ 0?\.\d|\/ 0\)/.test(colour)) return colour;
    }
    return 'transparent';
  }

  function createPaymentElement(group, options) {
    const emitter = createEmitter();
    let mounted;
    let loaded = false;
    let guard;

    function start(container) {
      const path = `/elements/card?key=${encodeURIComponent(group.key)}`;
      const link = createFrame(path, 'Secure payment input frame', hear);
      link.frame.style.height = '0px';
      link.frame.style.margin = '-4px';
      link.frame.style.width = 'calc(100% + 8px)';
      clearTimeout(guard);
      guard = setTimeout(() => {
        if (loaded) return;
        emitter.emit('loaderror', {
          elementType: 'payment',
          error: { type: 'api_connection_error', message: 'The payment fields could not be loaded.' },
        });
      }, 15_000);
      container.replaceChildren(link.frame);
      return link;
    }

    function hear(message) {
      if (message.source !== 'stripe-card') return;
      const event = { elementType: 'payment' };
      if (message.type === 'loaded') {
        void element.configure().then(() => {
          loaded = true;
          emitter.emit('ready', event);
        });
      } else if (message.type === 'height' && mounted) {
        mounted.frame.style.height = `${message.height}px`;
      } else if (message.type === 'change') {
        const { complete, empty } = message;
        emitter.emit('change', { ...event, complete, empty, collapsed: false, value: { type: 'card' } });
      } else if (message.type === 'focus' || message.type === 'blur') {
        emitter.emit(message.type, event);
      }
    }

    const element = {
      options,
      async configure() {
        if (!mounted) return;
        const { appearance, locale, fonts } = group.options;
        await mounted.ask('setup', { appearance, locale, fonts, ground: groundOf(mounted.frame) });
        // A page that changes its colours gradually has not finished yet.
        setTimeout(() => void mounted?.ask('paint', { ground: groundOf(mounted.frame) }), 500);
      },
      ask: (what, more) => {
        if (!mounted || !loaded) throw new IntegrationError('The payment Element is not mounted or not ready yet.');
        return mounted.ask(what, more);
      },
      public: {
        on: (event, handler) => (emitter.on(event, handler), element.public),
        once: (event, handler) => (emitter.once(event, handler), element.public),
        off: (event, handler) => (emitter.off(event, handler), element.public),
        mount(target) {
          const container = typeof target === 'string' ? document.querySelector(target) : target;
          if (!container) throw new IntegrationError('Invalid value for mount(): there is no such element.');
          element.public.unmount();
          mounted = start(container);
        },
        unmount() {
          mounted?.remove();
          mounted = undefined;
          loaded = false;
          clearTimeout(guard);
        },
        destroy() {
          element.public.unmount();
          group.forget();
        },
        update(changes = {}) {
          Object.assign(options, changes);
        },
        focus: () => void mounted?.ask('focus'),
        blur: () => void mounted?.ask('blur'),
        clear: () => void mounted?.ask('clear'),
        collapse() {},
      },
    };
    return element;
  }

  function createElements(key, options) {
    if (options.mode !== undefined && (!Number.isInteger(options.amount) || options.amount <= 0 || !options.currency)) {
      throw new IntegrationError('In deferred intent mode, amount (a positive integer) and currency are required.');
    }
    const emitter = createEmitter();
    const group = { key, options: { ...options }, submitted: false, element: undefined, forget() {} };
    group.forget = () => {
      group.element = undefined;
    };
    const elements = {
      create(type, elementOptions = {}) {
        if (type !== 'payment') throw new IntegrationError(`The sandbox has no ${type} Element, only payment.`);
        if (group.element) throw new IntegrationError('Can only create one Element of type payment.');
        group.element = createPaymentElement(group, { ...elementOptions });
        return group.element.public;
      },
      getElement: (type) => (type === 'payment' ? (group.element?.public ?? null) : null),
      update(changes) {
        Object.assign(group.options, changes);
        group.submitted = false;
        void group.element?.configure();
        emitter.emit('update-end', {});
      },
      on: (event, handler) => (emitter.on(event, handler), elements),
      async fetchUpdates() {
        return {};
      },
      async submit() {
        if (!group.element) throw new IntegrationError('elements.submit() needs a payment Element.');
        const { error } = await group.element.ask('submit');
        if (error) return { error };
        group.submitted = true;
        return { selectedPaymentMethod: 'card' };
      },
    };
    groups.set(elements, group);
    return elements;
  }

  const groups = new WeakMap();

  /** What the Element was told never to ask for, the page has to give. */
  function requireBillingDetails(element, params) {
    const never = element.options.fields?.billingDetails;
    if (never === undefined || never === 'auto') return;
    const given = params.payment_method_data?.billing_details ?? {};
    const isNever = (field) => never === 'never' || never[field] === 'never';
    const missing = ['name', 'email', 'phone'].filter(
      (field) => never[field] === 'never' && given[field] === undefined,
    );
    if (isNever('address')) {
      for (const field of ['country', 'postal_code']) {
        const isNamed = never === 'never' || never.address === 'never' || never.address?.[field] === 'never';
        if (isNamed && given.address?.[field] === undefined) missing.push(`address.${field}`);
      }
    }
    if (missing.length > 0) {
      const field = missing[0];
      throw new IntegrationError(
        `You specified "never" for fields.billing_details.${field} when creating the payment Element, but did not pass params.payment_method_data.billing_details.${field} when calling createConfirmationToken.`,
      );
    }
  }

  async function createConfirmationToken({ elements, params = {} }) {
    const group = groups.get(elements);
    if (!group?.element) throw new IntegrationError('createConfirmationToken needs elements with a payment Element.');
    if (!group.submitted) {
      throw new IntegrationError('elements.submit() must be called before stripe.createConfirmationToken().');
    }
    requireBillingDetails(group.element, params);
    const usage = params.setup_future_usage ?? group.options.setupFutureUsage;
    const plain = JSON.parse(JSON.stringify({ ...params, setup_future_usage: usage }));
    return group.element.ask('token', { params: plain });
  }

  async function retrievePaymentIntent(key, clientSecret) {
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

  /** Shows the bank's page over everything else until the buyer has answered it. */
  function authenticate(action) {
    // Only the path is taken, so that nothing but this origin is ever shown.
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
      const link = createFrame(path, '3-D Secure', (message) => {
        if (message.source !== 'stripe-authentication' || message.type !== 'finished') return;
        dialog.close();
        link.remove();
        dialog.remove();
        resolve();
      });
      link.frame.style.height = '340px';
      // Closing it would leave the bank without an answer: that is what its second button is for.
      dialog.addEventListener('cancel', (event) => event.preventDefault());
      dialog.append(link.frame);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  async function handleNextAction(key, { clientSecret }) {
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

  function Stripe(publishableKey, defaults = {}) {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
      throw new IntegrationError('Missing value for Stripe(): apiKey should be a publishable key.');
    }
    return {
      elements: (options = {}) => createElements(publishableKey, { locale: defaults.locale ?? 'auto', ...options }),
      createConfirmationToken,
      handleNextAction: (options) => handleNextAction(publishableKey, options),
      retrievePaymentIntent: (clientSecret) => retrievePaymentIntent(publishableKey, clientSecret),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
