export const SELF = new URL(document.currentScript.src).origin;

/**
 * Creates a frame of the stand-in's origin. `ask` sends it a request and resolves to its answer; `onMessage` gets its other
 * messages. Messages of other windows are ignored.
 */
export function createFrame(path, title, onMessage) {
  const frame = document.createElement('iframe');
  const address = new URL(path, SELF);
  address.searchParams.set('origin', location.origin);
  frame.src = address.href;
  frame.title = title;
  frame.setAttribute('allow', 'payment *');
  frame.style.border = '0';
  frame.style.width = '100%';
  frame.style.display = 'block';
  // A frame whose color scheme differs from its page's gets an opaque background instead of a transparent one.
  frame.style.colorScheme = 'light';
  const waiting = new Map();
  let lastNumber = 0;

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
      lastNumber += 1;
      const number = lastNumber;
      return new Promise((resolve) => {
        waiting.set(number, resolve);
        frame.contentWindow?.postMessage({ target: 'stripe-frame', ask: what, number, ...more }, SELF);
      });
    },
    remove() {
      window.removeEventListener('message', listen);
      frame.remove();
    },
  };
}

/** Returns the background color behind the frame. The frame paints it too, so that a check inside it can measure contrast. */
export function findBackground(node) {
  for (let element = node.parentElement; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (/^rgb\(|^color\(/.test(colour) && !/\/ 0?\.\d|\/ 0\)/.test(colour)) return colour;
  }
  return 'transparent';
}
