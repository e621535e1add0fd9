import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Lingui's core names its message compiler, and uses it in development alone: for the other languages it is fetched. */
const NOT_NEEDED = '/@lingui/message-utils/';

/** By this name the documents find it among the build's chunks. */
export const AHEAD_CHUNK = 'ahead';
/** Every page but Edit needs it to find its screen. */
export const LATER_CHUNK = 'laterScreens';
const AHEAD = fileURLToPath(new URL('../ahead.ts', import.meta.url));

export type FirstBundle = {
  readonly plugin: Plugin;
  /** Whether a module is loaded before anything is drawn. */
  readonly contains: (moduleId: string) => boolean;
  /** Of these, whether it belongs to the part that asks ahead. */
  readonly asksAhead: (moduleId: string) => boolean;
};

/**
 * Knows what the entry imports, directly or not. Put into one chunk it is one request; left alone, what later screens
 * share with it is cut into many small ones. What `ahead.ts` needs of it is a chunk of its own: it is small, and runs while
 * the large one is still on its way.
 */
export function firstBundle(): FirstBundle {
  let modules: ReadonlySet<string> = new Set();
  let ahead: ReadonlySet<string> = new Set();
  return {
    contains: (moduleId) => modules.has(moduleId),
    asksAhead: (moduleId) => ahead.has(moduleId),
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
        const importedBy = (entries: readonly string[]) => {
          const found = new Set<string>();
          const waiting = [...entries];
          for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
            if (found.has(id) || id.includes(NOT_NEEDED)) continue;
            found.add(id);
            waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
          }
          return found;
        };
        // The act itself stays apart: other pages share what it is made of.
        const entries = [...this.getModuleIds()].filter((id) => id !== AHEAD && this.getModuleInfo(id)?.isEntry);
        modules = importedBy(entries);
        ahead = importedBy(this.getModuleInfo(AHEAD)?.importedIds ?? []);
      },
    },
  };
}
