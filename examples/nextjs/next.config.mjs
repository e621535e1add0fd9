export default {
  // This folder is the project, also if a folder above it has a lockfile.
  turbopack: { root: import.meta.dirname },
};
