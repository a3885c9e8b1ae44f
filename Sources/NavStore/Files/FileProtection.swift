/// When the system can read a file, on devices that encrypt each: iOS, iPadOS, tvOS, watchOS and visionOS. Elsewhere it
/// has no effect.
///
/// The numbers are those of the protection classes that the system's `F_SETPROTECTIONCLASS` takes (A to D).
public enum FileProtection: Int32, Hashable, Sendable {
  /// Only while the device is unlocked. A save while it is locked fails, and is tried again.
  case complete = 1
  /// A file that is open stays readable when the device is locked.
  case completeUnlessOpen = 2
  /// From the first time on that the device is unlocked after its start: the system's default.
  case completeUntilFirstUserAuthentication = 3
  /// Always.
  case none = 4
}
