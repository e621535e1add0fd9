import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const COMPILED = /^(.*\.json)\?compiled&part=(first|later|plugin)$/;

/** Key groups (before the first dot) needed by the first screen; all others are loaded with later screens. */
const firstGroups = new Set(['bar', 'edit', 'how', 'menu', 'method', 'operator', 'picker', 'title', 'trouble', 'ui']);

/** Errors that can occur on the first screen; keys are the server's, see contract/errors.ts. */
const firstErrors =
  /^error\.(fault|no_answer|unavailable|too_many|malformed|pay_|receive_|price_unavailable|no_provider|method_|region|risk|invalid_auth)/;

/** Groups used by the page in a partner's frame, which also uses errors of the first screen and the single keys below. */
const pluginGroups = new Set(['method', 'plugin', 'ui']);
const pluginKeys = /^(?:edit\.(?:link_.*|quote_updated|you_get|you_pay)|operator\.name|title\.edit)$/;

/** Groups used in the document itself, in emails and on receipts; no script needs them. */
const documentOnlyGroups = new Set(['document', 'mail', 'receipt']);

const keyFilters: Readonly<Record<string, (key: string) => boolean>> = {
  first: isFirst,
  later: (key) => !isFirst(key) && !documentOnlyGroups.has(getKeyGroup(key)),
  plugin: (key) => firstErrors.test(key) || pluginGroups.has(getKeyGroup(key)) || pluginKeys.test(key),
};

function isFirst(key: string): boolean {
  return firstErrors.test(key) || firstGroups.has(getKeyGroup(key));
}

/** Returns the keys of a language file that the plugin page uses. */
export function listPluginTextKeys(file: string): string[] {
  return Object.keys(readTexts(file)).filter((key) => keyFilters['plugin']?.(key));
}

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function getKeyGroup(key: string): string {
  return key.split('.')[0] ?? '';
}

/**
 * `import texts from './en-US.json?compiled&part=first'`: parses ICU texts at build time, so that no parser is shipped
 * for them, and includes only the texts needed.
 */
export function compileTextsPlugin(): Plugin {
  return {
    name: 'slipway-compile-texts',
    enforce: 'pre',
    load(id) {
      const [, file, part = ''] = COMPILED.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      const compiled = Object.fromEntries(
        Object.entries(readTexts(file))
          .filter(([key]) => keyFilters[part]?.(key))
          .map(([key, text]) => [key, compileMessage(text)]),
      );
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`, moduleType: 'js' };
    },
  };
}
