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

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

self.addEventListener('push', (event) => {
  // A push must be shown, whatever is in it, or browsers end the subscription.
  const { message, kind = 'alert', about = 'something needs you', count = 1, open } = read(event.data);
  const times = count > 1 ? `, ${count} times` : '';
  event.waitUntil(
    self.registration.showNotification(capital(String(about)), {
      body: `${kind}${times}. Open the console and say that you have it.`,
      // One that comes twice, since its answer was lost, is one.
      tag: String(message ?? kind),
      requireInteraction: true,
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
