export default {
  // Makes this folder the project root, even if a folder above it has a lockfile.
  turbopack: { root: import.meta.dirname },
};
