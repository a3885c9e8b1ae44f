/// The names of the files of a log: the path that the app passed, and the same path with `.2`, `.3` and so on before
/// its extension.
///
/// A new file has a larger number than all existing files, including those of earlier sessions. Therefore, the order of
/// the numbers is the order in which the files were created.
struct LogFileNames: Sendable {
  private let folder: String
  private let stem: String
  private let pathExtension: String

  init(path: String) throws(ActionLogError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else { throw .notAFileName(path) }
    folder = String(path.dropLast(name.count))
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    stem = String(name[..<dot])
    pathExtension = String(name[dot...])
  }

  func path(_ number: Int) -> String {
    folder + (number == 1 ? stem : "\(stem).\(number)") + pathExtension
  }

  private func number(of name: String) -> Int? {
    if name == stem + pathExtension { return 1 }
    guard name.hasPrefix(stem + "."), name.hasSuffix(pathExtension) else { return nil }
    let digits = name.dropFirst(stem.count + 1).dropLast(pathExtension.count)
    guard let number = Int(digits), 2...Self.highest ~= number, "\(number)" == digits else { return nil }
    return number
  }

  private static let highest = 999_999_999

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

  /// Creates a file with the first number, starting at `number`, that no existing file has. Also creates the directory
  /// if it does not exist.
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

  /// Returns the paths of the existing files that may continue the file at `path`: those with larger numbers, in order.
  ///
  /// A name with a number has two meanings: `a.2.navlog` can be the first file of the log `a.2.navlog`, or the second
  /// file of the log `a.navlog`. The result contains the later files for both meanings.
  static func following(_ path: String, in fileSystem: any FileSystem) throws(ActionLogError) -> [String] {
    let first = try LogFileNames(path: path)
    var paths = try first.existing(in: fileSystem).filter { $0 > 1 }.map(first.path)
    let name = first.stem + first.pathExtension
    // In a name without an extension, for example `a.2`, the number is at the end.
    let stem = first.stem.contains(".") ? first.stem[...] : name[...]
    guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex, let number = Int(stem[dot...].dropFirst()) else {
      return paths
    }
    let later = try LogFileNames(path: first.folder + stem[..<dot] + name.dropFirst(stem.count))
    if later.path(number) == path { paths += try later.existing(in: fileSystem).filter { $0 > number }.map(later.path) }
    return paths
  }

  var directory: String { folder.isEmpty ? "." : folder }

  func directories(in fileSystem: any FileSystem) -> DirectoryChain {
    let end = folder.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    guard let end else { return DirectoryChain(folder.isEmpty ? "." : "/", in: fileSystem) }
    return DirectoryChain(String(folder[...end]), in: fileSystem)
  }
}
