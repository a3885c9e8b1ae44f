// A program that imports NavStore can use the declarations of NavStoreCore, which is a separate module for programs
// that need nothing else. `.ci/docs` and the fuzzers compile both as one module.
#if canImport(NavStoreCore)
  @_exported public import NavStoreCore
#endif

/// The version of the package, which `CHANGELOG.md` describes. Logs, session reports and `navtool --version` contain it.
package let libraryVersion = "0.1.0"
