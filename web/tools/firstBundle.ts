import type { Plugin } from 'vite';

/** Lingui's core names its message compiler, and uses it in development alone: for the other languages it is fetched. */
const NOT_NEEDED = '/@lingui/message-utils/';

export type FirstBundle = {
  readonly plugin: Plugin;
  /** Whether a module is loaded before anything is drawn. */
  readonly contains: (moduleId: string) => boolean;
};

/**
 * Knows what the entry imports, directly or not. Put into one chunk it is one request; left alone, what later screens
 * share with it is cut into many small ones.
 */
export function firstBundle(): FirstBundle {
  const modules = new Set<string>();
  return {
    contains: (moduleId) => modules.has(moduleId),
    plugin: {
      name: 'slipway-first-bundle',
      apply: 'build',
      buildEnd() {
        const waiting = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry);
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (modules.has(id) || id.includes(NOT_NEEDED)) continue;
          modules.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      },
    },
  };
}
