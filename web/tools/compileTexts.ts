import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const COMPILED = /^(.*\.json)\?compiled&part=(first|later|plugin)$/;

/** Groups (what stands before the key's first dot) that the first screen needs; all others come with later screens. */
const firstGroups = new Set(['bar', 'edit', 'how', 'menu', 'method', 'operator', 'picker', 'title', 'trouble', 'ui']);

/** Errors that the first screen can meet; the server's own keys, see contract/errors.ts. */
const firstErrors =
  /^error\.(fault|no_answer|unavailable|too_many|malformed|pay_|receive_|price_unavailable|no_provider|method_|region|risk|invalid_auth)/;

/** Groups that the page in a partner's frame needs besides. */
const pluginGroups = new Set(['method', 'plugin', 'ui']);
const pluginKeys = /^(?:edit\.(?:link_.*|quote_updated|you_get|you_pay)|operator\.name|title\.edit)$/;

/** What stands in the document itself, in letters and on receipts: no script needs it. */
const groupsOfNoScript = new Set(['document', 'mail', 'receipt']);

const partHas: Readonly<Record<string, (key: string) => boolean>> = {
  first: isFirst,
  later: (key) => !isFirst(key) && !groupsOfNoScript.has(groupOf(key)),
  plugin: (key) => firstErrors.test(key) || pluginGroups.has(groupOf(key)) || pluginKeys.test(key),
};

function isFirst(key: string): boolean {
  return firstErrors.test(key) || firstGroups.has(groupOf(key));
}

/** What the plugin page shows, of the keys in a language file. */
export function pluginTextKeys(file: string): string[] {
  return Object.keys(readTexts(file)).filter((key) => partHas['plugin']?.(key));
}

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function groupOf(key: string): string {
  return key.split('.')[0] ?? '';
}

/**
 * `import texts from './en-US.json?compiled&part=first'`: ICU texts parsed at build time, so that no parser is shipped
 * for them, and only those that are needed.
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
          .filter(([key]) => partHas[part]?.(key))
          .map(([key, text]) => [key, compileMessage(text)]),
      );
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`, moduleType: 'js' };
    },
  };
}
