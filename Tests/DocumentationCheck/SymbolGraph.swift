import Foundation

/// The symbols of a module as the compiler writes them for DocC: the module's own, or those that it adds to another
/// module.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }
    struct Kind: Decodable { var identifier: String }
    struct Comment: Decodable {
      struct Line: Decodable { var text: String }
      var lines: [Line]
    }
    struct Location: Decodable {
      struct Position: Decodable { var line: Int }
      var uri: String
      var position: Position
    }

    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
    var docComment: Comment?
    var location: Location?
  }

  var symbols: [Symbol]
}

extension SymbolGraph.Symbol {
  var name: String { pathComponents.joined(separator: ".") }

  /// The file and line of the declaration, relative to the working directory. The lines in a graph begin with 0.
  var place: String {
    guard let location else { return "" }
    let path = URL(string: location.uri)?.path ?? location.uri
    let folder = FileManager.default.currentDirectoryPath + "/"
    return "\(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path):\(location.position.line + 1)"
  }

  var isExtension: Bool { kind.identifier == "swift.extension" }

  /// Whether the pages cannot list the symbol, because its file is only compiled where SwiftUI can be imported.
  var needsSwiftUI: Bool {
    guard let location, let file = URL(string: location.uri) else { return false }
    return (try? String(contentsOf: file, encoding: .utf8))?.contains("canImport(SwiftUI)") == true
  }

  /// Whether the symbol must have a comment.
  ///
  /// A symbol that the compiler derives, such as `init(from:)` or the `init(rawValue:)` of an enum, has no location and
  /// needs none. A member that a type inherits from a protocol's extension is documented there. Its identifier contains
  /// `SYNTHESIZED`. A block of an extension is not a symbol.
  var needsComment: Bool {
    location != nil && !identifier.precise.contains("::SYNTHESIZED::") && !isExtension
  }

  /// Whether the symbol has a comment, or inherits the comment of a protocol requirement.
  var hasComment: Bool {
    docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } ?? false
  }
}
