import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Bytes gzip that a build may weigh; see web/budgets.json. */
export type Budget = { readonly most: number; readonly why: string };

/** Fails a build whose counted scripts, each compressed as it is sent, weigh more in all than the budget allows. */
export function scriptBudgetPlugin({ most }: Budget, counted: (bundle: Bundle) => readonly Script[]): Plugin {
  return {
    name: 'slipway-script-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const excess = budgetExcess(counted(bundle), most);
        if (excess) this.error(excess);
      },
    },
  };
}

/** Every script of the build. */
export function allScripts(bundle: Bundle): readonly Script[] {
  return Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
}

/** What index.html loads before anything of it runs: the scripts it names, and all that those import. */
export function firstScripts(bundle: Bundle): readonly Script[] {
  const document = bundle['index.html'];
  if (document?.type !== 'asset') throw new Error('The build has no index.html');
  const first = new Map<string, Script>();
  const waiting = [...String(document.source).matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, name]) => name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = bundle[name];
    if (file?.type !== 'chunk' || first.has(name)) continue;
    first.set(name, file);
    waiting.push(...file.imports);
  }
  return [...first.values()];
}

type Script = { readonly fileName: string; readonly code: string };

/** By how much a build is beyond the budget, with its scripts, heaviest first; undefined within it. */
export function budgetExcess(scripts: readonly Script[], mostBytes: number): string | undefined {
  const weights = scripts
    .map(({ fileName, code }) => ({ fileName, bytes: gzipSync(code).byteLength }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= mostBytes) return undefined;
  const list = weights.map(({ fileName, bytes }) => `  ${bytes} ${fileName}`).join('\n');
  return `The scripts weigh ${total} bytes gzip, ${total - mostBytes} more than the ${mostBytes} allowed:\n${list}`;
}
