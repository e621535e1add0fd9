import type { Import } from './importGraph.ts';
import { TEST_FILES } from './importRules.ts';

/** Matches a file in a module of the server and captures the module's name. */
const SERVER_MODULE = /^server\/([^/]+)\//;
const testFilePattern = new RegExp(TEST_FILES);

/**
 * Returns one line per cycle of server modules: at least one for each module in a cycle. The line names an import between the two
 * modules with the fewest imports, which are easiest to remove. Type imports count too, since a reader would have to know all
 * modules; imports of tests do not count.
 */
export function findModuleCycles(imports: readonly Import[]): string[] {
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
  const pairs = [...between.keys()].map((pair) => pair.split(' ') as [string, string]);
  const imported = Map.groupBy(pairs, ([from]) => from);
  const listImported = (name: string) => (imported.get(name) ?? []).map(([, to]) => to);
  const cycles = new Map<string, readonly string[]>();
  for (const name of imported.keys()) {
    const cycle = findShortestCycle(name, listImported) ?? [];
    const members = cycle.toSorted().join(' ');
    if (cycle.length > 0 && !cycles.has(members)) cycles.set(members, cycle);
  }
  return [...cycles.values()].flatMap((cycle) => {
    const steps = cycle.map((from, at) => between.get(`${from} ${cycle[(at + 1) % cycle.length]}`) ?? []);
    const [fewest = []] = steps.toSorted((a, b) => a.length - b.length);
    return fewest
      .slice(0, 1)
      .map(
        ({ from, line, specifier }) =>
          `${from}:${line} imports ${specifier}: the modules ${[...cycle, cycle[0]].join(' → ')} import each other`,
      );
  });
}

/** Returns the modules of the shortest cycle from a module back to it, in the order of their imports; undefined if there is none. */
function findShortestCycle(start: string, listImported: (name: string) => readonly string[]): string[] | undefined {
  const visited = new Set<string>();
  for (let paths = [[start]]; paths.length > 0; ) {
    const longer: string[][] = [];
    for (const path of paths)
      for (const next of listImported(path.at(-1) ?? start)) {
        if (next === start) return path;
        if (!visited.has(next)) longer.push([...path, next]);
        visited.add(next);
      }
    paths = longer;
  }
  return undefined;
}

function findServerModule(path: string): string | undefined {
  return SERVER_MODULE.exec(path)?.[1];
}
