import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Lingui's core imports its message compiler but uses it only in development; for other languages it is loaded separately. */
const NOT_NEEDED = '/@lingui/message-utils/';

/** Name by which the documents find the chunk in the build. */
export const AHEAD_CHUNK = 'ahead';
/** Every page except Edit needs it to find its screen. */
export const LATER_CHUNK = 'laterScreens';
const AHEAD = fileURLToPath(new URL('../ahead.ts', import.meta.url));

export type FirstBundle = {
  readonly plugin: Plugin;
  /** Returns true if a module is loaded before anything is rendered. */
  readonly contains: (moduleId: string) => boolean;
  /** Returns true if such a module belongs to the preloading part. */
  readonly loadsAhead: (moduleId: string) => boolean;
};

/**
 * Returns a plugin that collects the modules which the entry imports, directly or indirectly. As one chunk they need one
 * request; otherwise modules shared with later screens would be split into many small chunks. The modules of `ahead.ts` are a
 * separate chunk, small enough to run while the large one is still loading. The plugin also makes index.html preload the list
 * of later screens.
 */
export function createFirstBundle(): FirstBundle {
  let modules: ReadonlySet<string> = new Set();
  let ahead: ReadonlySet<string> = new Set();
  return {
    contains: (moduleId) => modules.has(moduleId),
    loadsAhead: (moduleId) => ahead.has(moduleId),
    plugin: {
      name: 'slipway-first-bundle',
      apply: 'build',
      buildStart() {
        this.emitFile({ type: 'chunk', id: AHEAD, name: AHEAD_CHUNK });
      },
      transformIndexHtml: {
        order: 'post',
        handler: (_html, { bundle = {} }) => {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === LATER_CHUNK);
          if (!chunk) return [];
          const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` };
          return [{ tag: 'link', attrs, injectTo: 'head' }];
        },
      },
      buildEnd() {
        const collectImports = (entries: readonly string[]) => {
          const found = new Set<string>();
          const queue = [...entries];
          for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
            if (found.has(id) || id.includes(NOT_NEEDED)) continue;
            found.add(id);
            queue.push(...(this.getModuleInfo(id)?.importedIds ?? []));
          }
          return found;
        };
        // `ahead.ts` itself is excluded, because other pages share the modules that it imports.
        const entries = [...this.getModuleIds()].filter((id) => id !== AHEAD && this.getModuleInfo(id)?.isEntry);
        modules = collectImports(entries);
        ahead = collectImports(this.getModuleInfo(AHEAD)?.importedIds ?? []);
      },
    },
  };
}
