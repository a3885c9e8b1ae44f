import Suites

/// The options of the command line.
struct Options {
  /// An error for an invalid command line.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  var suites: [Suite] = []
  var rounds = 11
  var isLong = false
  var isCheck = false
  var wantsHelp = false
  var json: String?

  static var usage: String {
    """
    usage: Ratios [suite…] [--rounds n] [--long] [--json file] [--check]

    suites: \(Suite.all.map(\.name).joined(separator: ", ")); all of them without one
    --rounds n   how often everything is run, 11 unless said; after fewer than 7 the times say little
    --long       also what takes minutes
    --json file  writes the figures
    --check      ends with 1 where something takes more time than it may
    """
  }

  init(_ arguments: some Sequence<String>) throws {
    let all = Suite.all
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--rounds":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
          throw Mistake(description: "--rounds needs a number above 0.")
        }
        rounds = number
      case "--json":
        guard let file = rest.popFirst(), !file.hasPrefix("-") else {
          throw Mistake(description: "--json needs the name of a file.")
        }
        json = file
      case "--long": isLong = true
      case "--check": isCheck = true
      case "--help", "-h": wantsHelp = true
      default:
        guard let suite = all.first(where: { $0.name == argument }) else {
          throw Mistake(description: "There is no suite \"\(argument)\".")
        }
        suites.append(suite)
      }
    }
    if suites.isEmpty { suites = all }
  }
}
