import Foundation

/// The symbols of a module as the compiler writes them for DocC: its own, or those that it adds to another module.
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

  /// Where it is declared, from the working directory; lines of a graph are counted from 0.
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

  /// Whether somebody should have written a comment.
  ///
  /// Nobody can where the compiler made the symbol, as a derived `init(from:)` or the `init(rawValue:)` of an enum: it
  /// has no place. What a type has from a protocol's extension is documented there, and comes with `SYNTHESIZED` in its
  /// identifier. A block of an extension is no symbol of its own.
  var wantsComment: Bool {
    location != nil && !identifier.precise.contains("::SYNTHESIZED::") && !isExtension
  }

  /// Whether it has a comment, its own or that of the requirement it meets.
  var hasComment: Bool {
    docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } ?? false
  }
}
