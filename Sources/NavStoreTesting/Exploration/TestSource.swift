/// The Swift source that a printed test needs and that no value tells.
struct TestSource: Sendable {
  var initialState = "<#initial state#>"
  var reducer = "<#reducer#>"
}
