import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const SUFFIX = '.json?compiled';

/** `import texts from './en-US.json?compiled'`: ICU texts parsed at build time, so that no parser is shipped for them. */
export function compileTextsPlugin(): Plugin {
  return {
    name: 'slipway-compile-texts',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const file = id.slice(0, -'?compiled'.length);
      this.addWatchFile(file);
      const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compact(compileMessage(text))]),
      );
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`, moduleType: 'js' };
    },
  };
}

/** A text without placeholders needs no list around it. */
function compact(tokens: unknown): unknown {
  return Array.isArray(tokens) && tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens;
}
