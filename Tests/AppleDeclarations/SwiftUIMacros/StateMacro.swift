// The macro of `@State` in SDK 27, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Apple documents the macro's declaration and what no longer compiles with it, and not its expansion. This expansion
// is made so that all of that fails here, too: a property has a peer `_name`, which is stored, and accessors that use
// it. It is built with the SwiftSyntax of the toolchain, by `.ci/typecheck-apple`.

public import SwiftSyntax
public import SwiftSyntaxMacros

/// https://developer.apple.com/documentation/technotes/tn3211-resolving-swiftui-source-incompatibilities-for-state-and-contentbuilder
public struct StateMacro: AccessorMacro, PeerMacro {
  /// https://developer.apple.com/documentation/swiftui/state()
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // No `init` accessor: an assignment in an initializer uses the setter, so it needs all stored properties.
    let name = try StateProperty(declaration).name
    return [
      "get { _\(raw: name).wrappedValue }",
      "nonmutating set { _\(raw: name).wrappedValue = newValue }",
    ]
  }

  /// https://developer.apple.com/documentation/swiftui/state()
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property = try StateProperty(declaration)
    let (access, name, type) = (property.access, property.name, property.type)
    let value = property.value.map { "SwiftUI.State(wrappedValue: \($0))" }
    guard let initial = value ?? type.map({ "SwiftUI.State<\($0)>(assignedLater: ())" }) else {
      throw MacroExpansionErrorMessage("@State needs a type or an initial value.")
    }
    let storage = type.map { ": SwiftUI.State<\($0)>" } ?? ""
    // The type of the projection is that of its initial value, as it is for the property itself.
    let projection = type.map { ": SwiftUI.Binding<\($0)>" } ?? " = \(initial).projectedValue"
    return [
      "\(raw: access)var _\(raw: name)\(raw: storage) = \(raw: initial)",
      "@SwiftUI._StateProjection \(raw: access)var `$\(raw: name)`\(raw: projection)",
    ]
  }
}

/// https://developer.apple.com/documentation/swiftui/state()
public struct StateProjectionMacro: AccessorMacro {
  /// https://developer.apple.com/documentation/swiftui/state()
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let name = try StateProperty(declaration).name.drop { $0 == "`" || $0 == "$" }.prefix { $0 != "`" }
    return ["get { _\(raw: name).projectedValue }"]
  }
}

private struct StateProperty {
  let name: String
  let access: String
  let type: String?
  let value: String?

  init(_ declaration: some DeclSyntaxProtocol) throws {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { throw MacroExpansionErrorMessage("@State is for a property.") }
    name = pattern.identifier.text
    access = variable.modifiers.map { "\($0.trimmed) " }.joined()
    type = binding.typeAnnotation.map { "\($0.type.trimmed)" }
    value = binding.initializer.map { "\($0.value.trimmed)" }
  }
}
