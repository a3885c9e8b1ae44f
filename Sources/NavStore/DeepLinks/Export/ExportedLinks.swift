/// The links of an exported table, which say what a URL opens without the app's types.
package struct ExportedLinks: Sendable {
  /// The link that a URL opens.
  package struct Opened: Equatable, Sendable {
    package let pattern: String
    /// What only the app can decide: the values whose conditions are functions of the app.
    package let conditions: [String]
  }

  private let matcher: LinkMatcher

  /// - Throws: ``DeclarationError`` if a pattern, a scheme or a host of the export is not valid.
  package init(_ export: LinkTableExport) throws(DeclarationError) {
    var spellings: [LinkSpelling] = []
    for link in export.links {
      let parameters = try link.descriptors
      spellings.append(try LinkSpelling(parsing: link.pattern, parameters: parameters, isInternal: link.isInternal))
    }
    let hosted = spellings.map(\.syntax).filter(\.hasHost)
    // The table has checked that its patterns are not ambiguous. Here, an alias is a pattern of its own, and may match
    // what its pattern matches.
    let prefixes = try LinkPrefixes(
      schemes: export.schemes, hosts: export.hosts, patternHosts: hosted.isEmpty ? nil : hosted.compactMap(\.host))
    matcher = LinkMatcher(unchecked: spellings, prefixes: prefixes, options: export.options)
  }

  /// Returns the link that a URL from outside the app opens.
  package func open(_ url: String) throws(LinkError) -> Opened {
    var conditions: [String] = []
    let number = try matcher.pattern(for: url, isFromApp: false) { match throws(InvalidLinkParameter) in
      conditions = []
      let spelling = matcher.patterns[match.pattern]
      for (number, parameter) in spelling.parameters.enumerated() {
        let texts = match.texts(of: number).all
        if let index = texts.firstIndex(where: { !parameter.kind.values.accept($0) }) {
          throw InvalidLinkParameter(text: parameter.isRepeated ? index : nil).of(number)
        }
        if !parameter.kind.isExact, !texts.isEmpty {
          conditions.append("\(spelling.names[number]) is \(parameter.kind.expected)")
        }
      }
      // The export does not contain the screens below the visible one.
      return 1
    }
    return Opened(pattern: matcher.patterns[number].syntax.text, conditions: conditions)
  }
}

extension LinkTableExport.Link {
  /// The parameters in the order of the pattern. Those of a link that was not exported from a table accept any text.
  fileprivate var descriptors: [LinkParameterDescriptor] {
    get throws(DeclarationError) {
      if let parameters { return parameters }
      let syntax = try PatternSyntax(pattern)
      var repeated: Set<String> = []
      for case .repeated(let name, _) in syntax.allElements { repeated.insert(name) }
      return syntax.parameters.map { name in
        let isOtherKeys = name == syntax.otherKeys
        return LinkParameterDescriptor(
          kind: LinkParameterKind("a string", rank: .any, form: isOtherKeys ? .repeatedItems : .text),
          isOptional: optional.contains(name) && !repeated.contains(name) && !isOtherKeys,
          isRepeated: repeated.contains(name) || isOtherKeys)
      }
    }
  }
}

extension LinkParameterKind.Values {
  /// Returns whether a parameter of the library accepts a text. The rules are those of the parameter itself.
  fileprivate func accept(_ text: String) -> Bool {
    func reads<Value>(_ parameter: LinkParameter<Value>) -> Bool { (try? parameter.read(.one(text))) != nil }
    switch self {
    case .any: return true
    case .integers: return reads(.int)
    case .unsignedIntegers: return reads(.uint)
    case .truthValues: return reads(.bool)
    case .numbers: return reads(.double)
    case .uuids: return reads(.uuid)
    case .nothing: return text.isEmpty
    case .choices(let names): return names.contains(text)
    }
  }
}
