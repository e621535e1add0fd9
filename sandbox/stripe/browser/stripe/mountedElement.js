import { createEmitter, IntegrationError } from './emitter.js';
import { createFrame, findBackground } from './frame.js';

const LOAD_PATIENCE_MS = 15_000;

/**
 * Creates the common part of every Element: a frame that can be mounted and may fail to load, and the Element's events. `setup`
 * returns the frame's configuration. `onReady` gets the frame's answer to it, and `onMessage` all other messages of the frame.
 */
export function createMountedElement(elementType, { path, title, setup, onReady, onMessage, forget }) {
  const emitter = createEmitter();
  let mounted;
  let loaded = false;
  let loadTimeout;

  function start(container) {
    const channel = createFrame(path, title, handleMessage);
    // Leaves space for the focus ring, which the frame would cut off.
    Object.assign(channel.frame.style, { height: '0px', margin: '-4px', width: 'calc(100% + 8px)' });
    clearTimeout(loadTimeout);
    loadTimeout = setTimeout(() => {
      if (loaded) return;
      const message = 'The payment fields could not be loaded.';
      emitter.emit('loaderror', { elementType, error: { type: 'api_connection_error', message } });
    }, LOAD_PATIENCE_MS);
    container.replaceChildren(channel.frame);
    return channel;
  }

  function handleMessage(message) {
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
    const answer = await mounted.ask('setup', { ...setup(), ground: findBackground(mounted.frame) });
    // Paints the background again, because the page may change its colors gradually.
    setTimeout(() => void mounted?.ask('paint', { ground: findBackground(mounted.frame) }), 500);
    return answer;
  }

  const publicElement = {
    on: (event, handler) => (emitter.on(event, handler), publicElement),
    once: (event, handler) => (emitter.once(event, handler), publicElement),
    off: (event, handler) => (emitter.off(event, handler), publicElement),
    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target;
      if (!container) throw new IntegrationError('Invalid value for mount(): there is no such element.');
      publicElement.unmount();
      mounted = start(container);
    },
    unmount() {
      mounted?.remove();
      mounted = undefined;
      loaded = false;
      clearTimeout(loadTimeout);
    },
    destroy() {
      publicElement.unmount();
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
    /** The object that the page gets. */
    public: publicElement,
  };
}
