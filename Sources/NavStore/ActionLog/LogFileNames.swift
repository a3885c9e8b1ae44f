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
    guard let number = Int(digits), number > 1, "\(number)" == digits else { return nil }
    return number
  }

  /// The numbers of the files that there are, in order; empty when the folder is missing.
  func existing(in fileSystem: any FileSystem) throws(ActionLogError) -> [Int] {
    do {
      return try fileSystem.names(inDirectory: directory).compactMap(number).sorted()
    } catch {
      if error.code == SystemError.missing.code { return [] }
      throw .system(step: "listing", file: directory, error)
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
        let file = try fileSystem.createFile(path(number), permissions: 0o600)
        // Without it the file may be gone after a power cut, and with it what was flushed.
        try? fileSystem.synchronizeDirectory(directory)
        return (number, file)
      } catch {
        switch error.code {
        case SystemError.interrupted.code: continue
        case SystemError.exists.code where number < .max: number += 1
        case SystemError.missing.code where !hasMadeFolder:
          try makeFolder(in: fileSystem)
          hasMadeFolder = true
        default: throw .system(step: "creating", file: path(number), error)
        }
      }
    }
  }

  /// The file with the next number that there is after a file; nil if there is none.
  static func next(after path: String, in fileSystem: any FileSystem) throws(ActionLogError) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // The number of the file stands before its extension.
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let place = parts.count > 2 ? parts.count - 2 : parts.count - 1
    var number = 1
    if place > 0, let found = Int(parts[place]), found > 1 {
      number = found
      parts.remove(at: place)
    }
    let names = try LogFileNames(path: String(path.dropLast(name.count)) + parts.joined(separator: "."))
    return try names.existing(in: fileSystem).first { $0 > number }.map(names.path)
  }

  private var directory: String { folder.isEmpty ? "." : folder }

  private func makeFolder(in fileSystem: any FileSystem) throws(ActionLogError) {
    var path = folder.hasPrefix("/") ? "/" : ""
    for name in folder.split(separator: "/") {
      path += name + "/"
      do {
        try fileSystem.createDirectory(path, permissions: 0o700)
      } catch {
        guard error.code == SystemError.exists.code else { throw .system(step: "creating", file: path, error) }
      }
    }
  }
}
