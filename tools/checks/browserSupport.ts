import { createRequire } from 'node:module';
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
  SupportBlock,
} from '@mdn/browser-compat-data';
import { supportedBrowsers } from '@slipway/look/tools/supportedBrowsers.ts';
import { type Expression, parseSync, Visitor } from 'oxc-parser';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;
const globals: Readonly<Record<string, Identifier>> = { ...data.api, ...data.javascript['builtins'] };

/**
 * Returns a line for each call of a global function, constructor or static method that one of the supported browsers lacks,
 * according to MDN's data. Accepts optional calls (`URL.parse?.()`). The compiler's `lib` excludes newer methods of the
 * language's objects; methods of DOM objects are not checked.
 */
export function findBrowserFaults(file: string, source: string): string[] {
  const { program, module } = parseSync(file, source);
  const own = new Set([
    ...module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
    ...program.body.flatMap((node) => (node.type === 'FunctionDeclaration' && node.id ? [node.id.name] : [])),
  ]);
  const faults: string[] = [];
  const refuse = (start: number, name: string) => {
    faults.push(`${file}:${source.slice(0, start).split('\n').length} ${name} is missing in a supported browser`);
  };
  const check = (callee: Expression, start: number) => {
    if (
      callee.type === 'Identifier' &&
      !own.has(callee.name) &&
      isMissing(globals[callee.name] ?? globals['Window']?.[callee.name])
    ) {
      refuse(start, callee.name);
    }
    if (callee.type !== 'MemberExpression' || callee.computed) return;
    const { object, property } = callee;
    const owner = object.type === 'Identifier' ? globals[object.name] : undefined;
    if (object.type === 'Identifier' && isMissing(owner?.[`${property.name}_static`] ?? owner?.[property.name])) {
      refuse(start, `${object.name}.${property.name}`);
    }
  };
  new Visitor({
    CallExpression: ({ callee, optional, start }) => {
      if (!optional) check(callee, start);
    },
    NewExpression: ({ callee, start }) => check(callee, start),
  }).visit(program);
  return faults;
}

function isMissing(identifier: Identifier | CompatStatement | undefined): boolean {
  const support = identifier && '__compat' in identifier ? identifier.__compat?.support : undefined;
  return (
    support !== undefined &&
    !Object.entries(supportedBrowsers).every(([browser, version]) => isSupported(support, browser, version))
  );
}

function isSupported(support: SupportBlock, browser: string, version: string): boolean {
  const statement = support[browser as keyof SupportBlock];
  if (statement === undefined) return true;
  const statements: readonly SimpleSupportStatement[] = Array.isArray(statement) ? statement : [statement];
  return statements.some(
    ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) => {
      if (typeof added !== 'string' || added === 'preview' || flags || prefix || other) return false;
      if (typeof removed === 'string' && isAtMost(removed, version)) return false;
      return isAtMost(added.replace('≤', ''), version);
    },
  );
}

function isAtMost(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [limitMajor = 0, limitMinor = 0] = limit.split('.').map(Number);
  return major < limitMajor || (major === limitMajor && minor <= limitMinor);
}
