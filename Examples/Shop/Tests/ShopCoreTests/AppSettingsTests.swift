import Foundation
import NavStore
import ShopCore
import Testing

/// The system passes an app the links that its settings name. The app opens those that its table names.
@Suite struct AppSettingsTests {
  private struct Information: Decodable {
    struct URLType: Decodable {
      let schemes: [String]

      enum CodingKeys: String, CodingKey { case schemes = "CFBundleURLSchemes" }
    }

    let types: [URLType]

    enum CodingKeys: String, CodingKey { case types = "CFBundleURLTypes" }
  }

  private struct Entitlements: Decodable {
    let domains: [String]

    enum CodingKeys: String, CodingKey { case domains = "com.apple.developer.associated-domains" }
  }

  private let links = LinkTableExport(shopLinks)

  private func settings<Settings: Decodable>(_ type: Settings.Type, in file: String) throws -> Settings {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Settings")
    return try PropertyListDecoder().decode(type, from: Data(contentsOf: folder.appending(path: file)))
  }

  @Test func `the app registers the schemes of its links`() throws {
    let information = try settings(Information.self, in: "Info.plist")
    #expect(information.types.flatMap(\.schemes) == links.schemes)
  }

  @Test func `the app is associated with the hosts of its links`() throws {
    let entitlements = try settings(Entitlements.self, in: "Shop.entitlements")
    #expect(entitlements.domains == links.hosts.map { "applinks:\($0)" })
  }
}
