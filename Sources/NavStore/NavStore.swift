// Who imports NavStore has the store and the navigation as well, which are a module of their own for apps that want
// nothing else.
@_exported public import NavStoreCore
