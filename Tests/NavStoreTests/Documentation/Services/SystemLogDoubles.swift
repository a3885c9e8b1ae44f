#if !canImport(Darwin)
  // Doubles of the parts of os and MetricKit that SystemLogRecipe.swift uses, for tests where there is neither. They keep
  // what they receive, and the log hides private values, as the system does. Each list belongs to one test.

  struct OSLogPrivacy {
    let isPublic: Bool
    static let `public` = OSLogPrivacy(isPublic: true)
    static let auto = OSLogPrivacy(isPublic: false)
  }

  struct OSLogMessage: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
      var text = ""

      init(literalCapacity: Int, interpolationCount: Int) {}

      mutating func appendLiteral(_ literal: String) { text += literal }
      mutating func appendInterpolation(
        _ argument: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
      ) { text += privacy.isPublic ? argument() : "<private>" }
      // The system shows numbers.
      mutating func appendInterpolation(_ number: @autoclosure @escaping () -> Int) { text += "\(number())" }
    }

    let text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
  }

  struct Logger {
    nonisolated(unsafe) static var lines: [String] = []

    init(subsystem: String, category: String) {}

    func notice(_ message: OSLogMessage) { Self.lines.append(message.text) }
    func error(_ message: OSLogMessage) { Self.lines.append("error: \(message.text)") }
  }

  struct OSSignposter {
    nonisolated(unsafe) static var intervals: [String] = []

    init(subsystem: String, category: String) {}

    func withIntervalSignpost<T>(_ name: StaticString, around task: () throws -> T) rethrows -> T {
      Self.intervals.append("begin \(name)")
      defer { Self.intervals.append("end \(name)") }
      return try task()
    }
  }

  final class OSLog {
    let category: String

    init(category: String) { self.category = category }
  }

  enum OSSignpostType { case begin, end }

  enum MXMetricManager {
    nonisolated(unsafe) static var metrics: [String] = []

    static func makeLogHandle(category: String) -> OSLog { OSLog(category: category) }
  }

  func mxSignpost(_ type: OSSignpostType, log: OSLog, name: StaticString) {
    MXMetricManager.metrics.append("\(type) \(log.category) \(name)")
  }
#endif
