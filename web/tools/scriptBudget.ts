import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fails a build whose scripts, each compressed as it is sent, weigh more in all than `mostBytes`. */
export function scriptBudgetPlugin(mostBytes: number): Plugin {
  return {
    name: 'slipway-script-budget',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scripts = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
        const excess = budgetExcess(scripts, mostBytes);
        if (excess) this.error(excess);
      },
    },
  };
}

type Script = { readonly fileName: string; readonly code: string };

/** What is too heavy, heaviest first; undefined within the budget. */
export function budgetExcess(scripts: readonly Script[], mostBytes: number): string | undefined {
  const weights = scripts
    .map(({ fileName, code }) => ({ fileName, bytes: gzipSync(code).byteLength }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= mostBytes) return undefined;
  const list = weights.map(({ fileName, bytes }) => `  ${bytes} ${fileName}`).join('\n');
  return `The scripts weigh ${total} bytes gzip, ${total - mostBytes} more than the ${mostBytes} allowed:\n${list}`;
}
