/** What the lock file says of one package or workspace, as far as it is asked here. */
export type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};

/** By path: `server`, `node_modules/pg`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** A package that somebody else publishes. */
export type InstalledPackage = {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly locked: LockedPackage;
};

const INSTALLED = 'node_modules/';

/** What operators run, build and give to partners; the sandbox, the journeys and the tools are not among them. */
export const PRODUCT = [
  'contract',
  'money',
  'server',
  'look',
  'web',
  'console',
  'embed/loader',
  'embed/react',
  'embed/node',
] as const;

export function readLockfile(text: string): LockedPackages {
  return (JSON.parse(text) as { packages: LockedPackages }).packages;
}

/**
 * Every package that the workspaces need to run, theirs and those of theirs: what `npm ci --omit=dev` may install for them on
 * any platform. npm's own `--omit=dev` leaves out what some other workspace needs for its development alone.
 */
export function installedFor(packages: LockedPackages, workspaces: readonly string[]): readonly InstalledPackage[] {
  const found = new Set(workspaces);
  for (const path of found) {
    for (const needed of neededBy(packages[path] ?? {})) {
      const at = resolve(packages, path, needed);
      if (at !== undefined) found.add(at);
    }
  }
  return [...found]
    .filter((path) => path.includes(INSTALLED))
    .map((path) => {
      const locked = packages[path] ?? {};
      return { name: nameOf(path), version: locked.version ?? '', path, locked };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Those that the workspaces name themselves, each once. */
export function namedBy(packages: LockedPackages, workspaces: readonly string[]): readonly string[] {
  const names = workspaces.flatMap((path) => Object.keys(packages[path]?.dependencies ?? {}));
  return [...new Set(names)].filter((name) => !packages[`${INSTALLED}${name}`]?.link).toSorted();
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** As Node looks for it: in the folder itself, then in each one around it. */
function resolve(packages: LockedPackages, from: string, name: string): string | undefined {
  const parts = from.split(`/${INSTALLED}`);
  const folders = parts.map((_part, index) => `${parts.slice(0, parts.length - index).join(`/${INSTALLED}`)}/`);
  const found = [...folders, ''].map((folder) => `${folder}${INSTALLED}${name}`).find((path) => packages[path]);
  return found !== undefined && packages[found]?.link ? packages[found].resolved : found;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);
}
