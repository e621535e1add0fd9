// Shows what wakes, and leads to it. It keeps nothing and stands between the console and its server in nothing.

/** Where the console is. */
const CONSOLE = '/console/';

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** The path to open, inside the console whatever was sent. */
function pathOf(open) {
  return typeof open === 'string' && open.startsWith(CONSOLE) ? open : CONSOLE;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

self.addEventListener('push', (event) => {
  // A push must be shown, whatever is in it, or browsers end the subscription.
  const { message, kind = 'alert', about = 'something needs your attention', count = 1, open } = read(event.data);
  const times = count > 1 ? `, ${count} times` : '';
  const isMention = kind === 'mention';
  event.waitUntil(
    self.registration.showNotification(capital(String(about)), {
      body: isMention ? 'Open the console to read it.' : `${kind}${times}. Open the console to acknowledge it.`,
      // One that comes twice, since its answer was lost, is one.
      tag: String(message ?? kind),
      // A note waits; what wakes stays on the screen until somebody has looked.
      requireInteraction: !isMention,
      data: { open: pathOf(open) },
    }),
  );
});

async function show(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = windows.find(({ url }) => new URL(url).pathname.startsWith(CONSOLE));
  if (!page) return self.clients.openWindow(path);
  await page.focus();
  // A page that no worker controls cannot be led anywhere by one.
  return page.navigate(path).catch(() => undefined);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(pathOf(event.notification.data?.open)));
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

/** By which the server knows a subscription. */
async function idOf(endpoint) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Subscribes anew where the browser has not done so by itself, and tells the server, for whoever is in. */
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
  // The former one wakes nobody; where it cannot be taken out now, its push service says that it is gone.
  if (oldSubscription && oldSubscription.endpoint !== endpoint)
    await call('unsubscribePush', { id: await idOf(oldSubscription.endpoint) }).catch(() => undefined);
}

// A browser or its push service may end a subscription at any time, with or without another one in its place:
// W3C Push API, section 11.4, https://www.w3.org/TR/push-api/#the-pushsubscriptionchange-event
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    // Nobody may be in at that moment: the server takes a browser from a person alone, so the person is asked.
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
