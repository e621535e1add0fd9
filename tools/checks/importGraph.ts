import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export type Import = {
  readonly from: string;
  readonly line: number;
  /** The import's path as written. */
  readonly specifier: string;
  /** A path from the project's root, `node:<name>` or `node_modules/<package>`. */
  readonly to: string;
  /** True if type stripping removes the import. */
  readonly typeOnly: boolean;
};

/** Returns a file's imports and re-exports, including dynamic imports of a constant path. Throws for a syntax error. */
export function readImports(file: string, source = readFileSync(file, 'utf8')): Import[] {
  const { module, errors } = parseSync(file, source);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);

  const at = (start: number, specifier: string, typeOnly: boolean): Import => ({
    from: file,
    line: source.slice(0, start).split('\n').length,
    specifier,
    to: resolveSpecifier(file, specifier),
    typeOnly,
  });
  return [
    ...module.staticImports.map(({ start, moduleRequest, entries }) =>
      at(start, moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType)),
    ),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [at(start, moduleRequest.value, isType)] : [])),
    ),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const literal = /^(['"`])([^$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[2] === undefined ? [] : [at(start, literal[2], false)];
    }),
  ];
}

const WORKSPACE_SCOPE = '@slipway/';

function resolveSpecifier(file: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  if (path.startsWith(WORKSPACE_SCOPE)) return path.slice(WORKSPACE_SCOPE.length);
  if (path.startsWith('node:')) return path;
  const [scopeOrName = path, name = ''] = path.split('/');
  return `node_modules/${scopeOrName.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName}`;
}

/**
 * Returns import cycles: none only if there are none, but not every cycle of files that have several. Type imports do not count,
 * since they are removed before the program runs.
 */
export function findCycles(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const finished = new Set<string>();
  const path: string[] = [];
  const cycles: string[][] = [];

  function visit(file: string): void {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) {
      cycles.push([...path.slice(seenAt), file]);
      return;
    }
    if (finished.has(file)) return;
    path.push(file);
    for (const { to } of targets.get(file) ?? []) visit(to);
    path.pop();
    finished.add(file);
  }

  for (const file of targets.keys()) visit(file);
  return cycles;
}
