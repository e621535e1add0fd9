import type { Import } from './importGraph.ts';
import { TEST_FILES } from './importRules.ts';

/** Captures a module of the server. The composition root imports every module, and no module imports it. */
const SERVER_MODULE = /^server\/([^/]+)\//;
const testFilePattern = new RegExp(TEST_FILES);

/**
 * Returns one line per pair of server modules that import each other, with an import of the direction that has fewer: the one
 * to remove. Types count too, since a reader would have to know both modules.
 */
export function findMutualImports(imports: readonly Import[]): string[] {
  const between = Map.groupBy(
    imports.filter(
      ({ from, to }) =>
        !testFilePattern.test(from) &&
        findServerModule(from) &&
        findServerModule(to) &&
        findServerModule(from) !== findServerModule(to),
    ),
    ({ from, to }) => `${findServerModule(from)} ${findServerModule(to)}`,
  );
  return [...between].flatMap(([pair, there]) => {
    const [from, to] = pair.split(' ');
    const back = between.get(`${to} ${from}`);
    const [example] = there;
    if (!back || !example || there.length > back.length || (there.length === back.length && pair > `${to} ${from}`))
      return [];
    return [
      `${example.from}:${example.line} imports ${example.specifier}: the rooms ${from} and ${to} import each other`,
    ];
  });
}

function findServerModule(path: string): string | undefined {
  return SERVER_MODULE.exec(path)?.[1];
}
