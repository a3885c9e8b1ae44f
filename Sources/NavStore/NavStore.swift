// Who imports NavStore has the store and the navigation too. They are a module of their own for programs that want
// nothing else; `.ci/docs` and the fuzzers compile all of it as one.
#if canImport(NavStoreCore)
  @_exported public import NavStoreCore
#endif
