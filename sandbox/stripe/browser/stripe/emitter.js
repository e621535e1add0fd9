export class IntegrationError extends Error {
  name = 'IntegrationError';
}

export function createEmitter() {
  const handlers = new Map();
  const emitter = {
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler]);
    },
    once(event, handler) {
      const wrapped = (value) => {
        emitter.off(event, wrapped);
        handler(value);
      };
      emitter.on(event, wrapped);
    },
    off(event, handler) {
      const remaining = handler ? (handlers.get(event) ?? []).filter((one) => one !== handler) : [];
      handlers.set(event, remaining);
    },
    has: (event) => (handlers.get(event) ?? []).length > 0,
    emit(event, value) {
      for (const handler of handlers.get(event) ?? []) handler(value);
    },
  };
  return emitter;
}
