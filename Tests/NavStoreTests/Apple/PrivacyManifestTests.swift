import Foundation
import Testing

/// Apple's list of APIs that need a reason:
/// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
@Suite struct PrivacyManifestTests {
  /// The names of the APIs of each category. A name is found as a whole word outside of comments.
  private static let categories: [String: [String]] = [
    "FileTimestamp": [
      "stat", "fstat", "fstatat", "lstat", "getattrlist", "fgetattrlist", "getattrlistat", "getattrlistbulk",
      "creationDate", "creationDateKey", "modificationDate", "fileModificationDate", "contentModificationDate",
      "contentModificationDateKey", "attributesOfItem",
    ],
    "SystemBootTime": ["systemUptime", "mach_absolute_time"],
    "DiskSpace": [
      "statfs", "fstatfs", "statvfs", "fstatvfs", "systemFreeSize", "systemSize", "attributesOfFileSystem",
      "volumeAvailableCapacity", "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsage",
      "volumeAvailableCapacityForImportantUsageKey", "volumeAvailableCapacityForOpportunisticUsage",
      "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacity", "volumeTotalCapacityKey",
    ],
    "ActiveKeyboards": ["activeInputModes"],
    "UserDefaults": ["UserDefaults", "AppStorage"],
  ]

  private struct Manifest: Decodable {
    struct Entry: Decodable {
      let type: String
      let reasons: [String]

      enum CodingKeys: String, CodingKey {
        case type = "NSPrivacyAccessedAPIType"
        case reasons = "NSPrivacyAccessedAPITypeReasons"
      }
    }

    let isTracking: Bool
    let domains: [String]
    let collected: [[String: String]]
    let entries: [Entry]

    enum CodingKeys: String, CodingKey {
      case isTracking = "NSPrivacyTracking"
      case domains = "NSPrivacyTrackingDomains"
      case collected = "NSPrivacyCollectedDataTypes"
      case entries = "NSPrivacyAccessedAPITypes"
    }
  }

  /// The categories of the APIs that a text of Swift uses.
  private static func categories(usedIn source: String) -> Set<String> {
    let code = source.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
    let words = Set(code.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } })
    return Set(categories.filter { !words.isDisjoint(with: $0.value.map { Substring($0) }) }.keys)
  }

  @Test func `the manifest names the category of each API that the library uses, and no other`() throws {
    let folder = URL(filePath: "../../../Sources/NavStore", relativeTo: URL(filePath: #filePath)).standardizedFileURL
    let data = try Data(contentsOf: folder.appending(path: "PrivacyInfo.xcprivacy"))
    let manifest = try PropertyListDecoder().decode(Manifest.self, from: data)
    var used: Set<String> = []
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains(".docc/") {
      used.formUnion(Self.categories(usedIn: try String(contentsOf: file, encoding: .utf8)))
    }
    #expect(Set(manifest.entries.map(\.type)) == Set(used.map { "NSPrivacyAccessedAPICategory\($0)" }))
    #expect(manifest.entries.map(\.reasons) == [["C617.1"], ["CA92.1"]])
    #expect(!manifest.isTracking && manifest.domains.isEmpty && manifest.collected.isEmpty)
  }

  @Test(arguments: [
    ("guard fstatat(folder, name, &information, 0) == 0", ["FileTimestamp"]),
    ("let start = mach_absolute_time()", ["SystemBootTime"]),
    ("ProcessInfo.processInfo.systemUptime", ["SystemBootTime"]),
    ("statfs(path, &information); lstat(path, &other)", ["DiskSpace", "FileTimestamp"]),
    ("UITextInputMode.activeInputModes", ["ActiveKeyboards"]),
    ("@AppStorage(\"tab\") var tab = 0", ["UserDefaults"]),
    ("let status = 0  // from stat", []),
  ])
  func `an API that needs a reason is found in a source`(source: String, expected: [String]) {
    #expect(Self.categories(usedIn: source) == Set(expected))
  }
}
