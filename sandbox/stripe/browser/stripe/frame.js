export const SELF = new URL(document.currentScript.src).origin;

/** A frame of the stand-in's origin with questions and answers; messages of other windows are not heard. */
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
  // A frame whose scheme is not its page's gets an opaque ground instead of a transparent one.
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

/** The colour on which the frame lies, so that it can be measured from within, too. */
export function groundOf(node) {
  for (let element = node.parentElement; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (/^rgb\(|^color\(/.test(colour) && !/\/ 0?\.\d|\/ 0\)/.test(colour)) return colour;
  }
  return 'transparent';
}
