import { createEmitter, IntegrationError } from './emitter.js';
import { createFrame, groundOf } from './frame.js';

const LOAD_PATIENCE_MS = 15_000;

/**
 * What every Element has: a frame that is mounted, fills its place and may fail to load, and its events. `setup` says what
 * the frame is told; what it answers goes to `onReady`, everything else that it says to `onMessage`.
 */
export function createMountedElement(elementType, { path, title, setup, onReady, onMessage, forget }) {
  const emitter = createEmitter();
  let mounted;
  let loaded = false;
  let guard;

  function start(container) {
    const link = createFrame(path, title, hear);
    // Room for the focus ring, which the frame would cut off.
    Object.assign(link.frame.style, { height: '0px', margin: '-4px', width: 'calc(100% + 8px)' });
    clearTimeout(guard);
    guard = setTimeout(() => {
      if (loaded) return;
      const message = 'The payment fields could not be loaded.';
      emitter.emit('loaderror', { elementType, error: { type: 'api_connection_error', message } });
    }, LOAD_PATIENCE_MS);
    container.replaceChildren(link.frame);
    return link;
  }

  function hear(message) {
    if (message.source !== 'stripe-frame') return;
    if (message.type === 'loaded') {
      void configure().then((answer) => {
        if (!mounted) return;
        loaded = true;
        emitter.emit('ready', { elementType, ...onReady?.(answer) });
      });
    } else if (message.type === 'height') {
      if (mounted) mounted.frame.style.height = `${message.height}px`;
    } else if (message.type === 'focus' || message.type === 'blur') {
      emitter.emit(message.type, { elementType });
    } else {
      onMessage(message);
    }
  }

  async function configure() {
    if (!mounted) return undefined;
    const answer = await mounted.ask('setup', { ...setup(), ground: groundOf(mounted.frame) });
    // A page that changes its colours gradually has not finished yet.
    setTimeout(() => void mounted?.ask('paint', { ground: groundOf(mounted.frame) }), 500);
    return answer;
  }

  const shown = {
    on: (event, handler) => (emitter.on(event, handler), shown),
    once: (event, handler) => (emitter.once(event, handler), shown),
    off: (event, handler) => (emitter.off(event, handler), shown),
    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target;
      if (!container) throw new IntegrationError('Invalid value for mount(): there is no such element.');
      shown.unmount();
      mounted = start(container);
    },
    unmount() {
      mounted?.remove();
      mounted = undefined;
      loaded = false;
      clearTimeout(guard);
    },
    destroy() {
      shown.unmount();
      forget();
    },
    focus: () => void mounted?.ask('focus'),
    blur: () => void mounted?.ask('blur'),
  };

  return {
    emitter,
    configure,
    ask(what, more) {
      if (!mounted || !loaded)
        throw new IntegrationError(`The ${elementType} Element is not mounted or not ready yet.`);
      return mounted.ask(what, more);
    },
    /** What the page gets. */
    public: shown,
  };
}
