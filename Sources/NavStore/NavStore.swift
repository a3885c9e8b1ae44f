// A program that imports NavStore can also use the store and the navigation. They are in a separate module for programs
// that need nothing else. `.ci/docs` and the fuzzers compile all files as one module.
#if canImport(NavStoreCore)
  @_exported public import NavStoreCore
#endif
