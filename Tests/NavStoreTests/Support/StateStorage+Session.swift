import Foundation
import NavStore
import NavStoreTesting

/// Operations in a session of their own.
extension StateStorage {
  func read(_ generation: StateGeneration, limit: Int = .max) throws -> Data? {
    try withSession(of: nil) { try $0.read(generation, limit: limit) }
  }

  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    try withSession(of: nil) { try $0.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious) }
  }

  func quarantine(_ generation: StateGeneration) throws -> String? {
    try withSession(of: nil) { try $0.quarantine(generation) }
  }
}

extension FileStorage {
  func unfinishedRestores() throws -> Int { try withSession(of: nil) { try $0.unfinishedRestores() } }

  func setUnfinishedRestores(_ count: Int) throws {
    try withSession(of: nil) { try $0.setUnfinishedRestores(count) }
  }
}

// The sessions of these storages do not throw.

extension InMemoryStorage {
  func unfinishedRestores() -> Int { (try? withSession(of: nil) { try $0.unfinishedRestores() }) ?? -1 }
  func setUnfinishedRestores(_ count: Int) { try? withSession(of: nil) { try $0.setUnfinishedRestores(count) } }
}

extension KeyValueStorage {
  func unfinishedRestores() -> Int { (try? withSession(of: nil) { try $0.unfinishedRestores() }) ?? -1 }
  func setUnfinishedRestores(_ count: Int) { try? withSession(of: nil) { try $0.setUnfinishedRestores(count) } }
}
