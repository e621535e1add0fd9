/** The fields of a package or workspace in the lock file that the tools use. */
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

/** Entries by path: `server`, `node_modules/pg`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** A third-party package. */
export type InstalledPackage = {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly locked: LockedPackage;
};

const INSTALLED = 'node_modules/';

/** Workspaces that operators run, build and give to partners, without the sandbox, the end-to-end tests and the tools. */
export const PRODUCT_WORKSPACES = [
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
 * Returns every package that the workspaces need at run time, including transitive ones: what `npm ci --omit=dev` may install
 * for them on any platform. npm's own `--omit=dev` leaves out packages that another workspace needs only for development.
 */
export function listInstalledPackages(
  packages: LockedPackages,
  workspaces: readonly string[],
): readonly InstalledPackage[] {
  const found = new Set(workspaces);
  for (const path of found) {
    for (const needed of listRequirements(packages[path] ?? {})) {
      const requiredPath = resolvePackage(packages, path, needed);
      if (requiredPath !== undefined) found.add(requiredPath);
    }
  }
  return [...found]
    .filter((path) => path.includes(INSTALLED))
    .map((path) => {
      const locked = packages[path] ?? {};
      return { name: extractPackageName(path), version: locked.version ?? '', path, locked };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the third-party packages on which the workspaces depend directly, each once. */
export function listDirectDependencies(packages: LockedPackages, workspaces: readonly string[]): readonly string[] {
  const names = workspaces.flatMap((path) => Object.keys(packages[path]?.dependencies ?? {}));
  return [...new Set(names)].filter((name) => !packages[`${INSTALLED}${name}`]?.link).toSorted();
}

function listRequirements({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** Resolves a package like Node: in the folder itself, then in each parent folder. */
function resolvePackage(packages: LockedPackages, from: string, name: string): string | undefined {
  const parts = from.split(`/${INSTALLED}`);
  const folders = parts.map((_part, index) => `${parts.slice(0, parts.length - index).join(`/${INSTALLED}`)}/`);
  const found = [...folders, ''].map((folder) => `${folder}${INSTALLED}${name}`).find((path) => packages[path]);
  return found !== undefined && packages[found]?.link ? packages[found].resolved : found;
}

function extractPackageName(path: string): string {
  return path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);
}
