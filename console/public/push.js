// Shows push notifications and opens their page. It stores nothing and intercepts no request of the console.

const CONSOLE = '/console/';

function parsePayload(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Returns the path to open, which is always inside the console. */
function selectPath(open) {
  return typeof open === 'string' && open.startsWith(CONSOLE) ? open : CONSOLE;
}

function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

self.addEventListener('push', (event) => {
  // Browsers end the subscription if a push message is not shown, even an invalid one.
  const {
    message,
    kind = 'alert',
    about = 'something needs your attention',
    count = 1,
    open,
  } = parsePayload(event.data);
  const times = count > 1 ? `, ${count} times` : '';
  const isMention = kind === 'mention';
  event.waitUntil(
    self.registration.showNotification(capitalize(String(about)), {
      body: isMention ? 'Open the console to read it.' : `${kind}${times}. Open the console to acknowledge it.`,
      // A message that is sent again, because the push service's answer was lost, replaces its notification.
      tag: String(message ?? kind),
      // A waking alert stays on the screen until the person reacts; a mention does not.
      requireInteraction: !isMention,
      data: { open: selectPath(open) },
    }),
  );
});

async function openPage(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = windows.find(({ url }) => new URL(url).pathname.startsWith(CONSOLE));
  if (!page) return self.clients.openWindow(path);
  await page.focus();
  // A worker cannot navigate a page that it does not control.
  return page.navigate(path).catch(() => undefined);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(selectPath(event.notification.data?.open)));
});

async function call(name, body) {
  const answer = await fetch(`/gateway/console/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { respCode } = await answer.json();
  if (respCode !== '200') throw new Error(`${name} was refused`);
}

/** Returns the server's id of a subscription. */
async function computeSubscriptionId(endpoint) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Subscribes again unless the browser has done so, and registers the subscription for the logged-in person. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.getSubscription()) ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: options?.applicationServerKey,
    }));
  const { endpoint, keys } = subscription.toJSON();
  await call('subscribePush', { endpoint, keys });
  // The former subscription gets no messages. If it cannot be removed now, its push service reports later that it is gone.
  if (oldSubscription && oldSubscription.endpoint !== endpoint)
    await call('unsubscribePush', { id: await computeSubscriptionId(oldSubscription.endpoint) }).catch(() => undefined);
}

// A browser or its push service may end a subscription at any time, with or without replacing it:
// W3C Push API, section 11.4, https://www.w3.org/TR/push-api/#the-pushsubscriptionchange-event
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    // The server accepts a subscription only from a logged-in person. If no one is logged in, the person has to act.
    renew(event).catch(() =>
      self.registration.showNotification('Push alerts have stopped in this browser', {
        body: 'The subscription has ended. Open People in the console to enable push alerts again.',
        tag: 'subscription',
        requireInteraction: true,
        data: { open: `${CONSOLE}people` },
      }),
    ),
  );
});
