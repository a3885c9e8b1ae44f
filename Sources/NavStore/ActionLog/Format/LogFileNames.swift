/// The names of log files: the path that was asked for, then with `.2`, `.3` and so on before the extension.
///
/// Numbers only grow, also from one session to the next, so that the order of the names is the order of the files.
struct LogFileNames: Sendable {
  private let folder: String
  private let stem: String
  private let pathExtension: String

  /// Throws if the path does not end in the name of a file.
  init(path: String) throws(ActionLogError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else { throw .notAFileName(path) }
    folder = String(path.dropLast(name.count))
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    stem = String(name[..<dot])
    pathExtension = String(name[dot...])
  }

  /// The path of a file by its number, counted from 1.
  func path(_ number: Int) -> String {
    folder + (number == 1 ? stem : "\(stem).\(number)") + pathExtension
  }

  /// The number of a file by its name in the folder; nil if it is none of these.
  private func number(of name: String) -> Int? {
    if name == stem + pathExtension { return 1 }
    guard name.hasPrefix(stem + "."), name.hasSuffix(pathExtension) else { return nil }
    let digits = name.dropFirst(stem.count + 1).dropLast(pathExtension.count)
    guard let number = Int(digits), 2...Self.highest ~= number, "\(number)" == digits else { return nil }
    return number
  }

  /// More than anybody has files: a name with a higher number is none of these.
  private static let highest = 999_999_999

  /// The numbers of the files that there are, in order; empty when the folder is missing.
  func existing(in fileSystem: any FileSystem) throws(ActionLogError) -> [Int] {
    while true {
      do {
        return try fileSystem.names(inDirectory: directory).compactMap(number).sorted()
      } catch {
        switch error.code {
        case SystemError.interrupted.code: continue
        case SystemError.missing.code: return []
        default: throw .system(step: "listing", file: directory, error)
        }
      }
    }
  }

  /// Makes the file with the first free number from `number` on, and the folder if it is missing.
  func create(
    from number: Int, in fileSystem: any FileSystem
  ) throws(ActionLogError) -> (number: Int, file: FileDescriptor) {
    var number = number
    var hasMadeFolder = false
    while true {
      do {
        return (number, try fileSystem.createFile(path(number), permissions: 0o600))
      } catch {
        switch error.code {
        case SystemError.interrupted.code: continue
        case SystemError.exists.code: number += 1
        case SystemError.missing.code where !hasMadeFolder:
          do {
            try directories(in: fileSystem).create()
          } catch {
            throw .system(step: error.step, file: error.directory, error.error)
          }
          hasMadeFolder = true
        default: throw .system(step: "creating", file: path(number), error)
        }
      }
    }
  }

  /// The files with a higher number than a file, in order: what may continue it.
  ///
  /// A name that ends in a number is read both ways, as that of the first file, and as that of a later one.
  static func following(_ path: String, in fileSystem: any FileSystem) throws(ActionLogError) -> [String] {
    let first = try LogFileNames(path: path)
    var paths = try first.existing(in: fileSystem).filter { $0 > 1 }.map(first.path)
    let name = first.stem + first.pathExtension
    // Without an extension, the number stands where that would.
    let stem = first.stem.contains(".") ? first.stem[...] : name[...]
    guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex, let number = Int(stem[dot...].dropFirst()) else {
      return paths
    }
    let later = try LogFileNames(path: first.folder + stem[..<dot] + name.dropFirst(stem.count))
    if later.path(number) == path { paths += try later.existing(in: fileSystem).filter { $0 > number }.map(later.path) }
    return paths
  }

  /// The folder of the files.
  var directory: String { folder.isEmpty ? "." : folder }

  /// The folder of the files, with those above it.
  func directories(in fileSystem: any FileSystem) -> DirectoryChain {
    let end = folder.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    guard let end else { return DirectoryChain(folder.isEmpty ? "." : "/", in: fileSystem) }
    return DirectoryChain(String(folder[...end]), in: fileSystem)
  }
}
