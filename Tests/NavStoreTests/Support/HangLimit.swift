import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// A test that passes needs milliseconds. The limit is ten minutes, so that a busy machine never reaches it.
  static var hangLimit: Self { .timeLimit(.minutes(10)) }
}
