// A command that the crash tests start, and often kill while it writes.
//
//   GRDBWriter write <path> queue|pool <first number> <letters>
//     Loads the saved state and prints its number. Then saves newer and newer states without a pause, and prints each
//     number after its save.
//   GRDBWriter split <path> queue|pool <first number> <letters>
//     The same, but saves the number of a state after the state, in a transaction of its own.
//   GRDBWriter own <path> queue|pool <first number> <letters>
//     Tries to save until its parent ends. The first save, and each whose result differs from the one before, prints
//     `saved` or `refused by <owner>`.

import Foundation
import GRDB
import NavStore
import NavStoreGRDB
import NumberedApp

func acknowledge(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let arguments = CommandLine.arguments
guard arguments.count == 6, let first = Int(arguments[4]), let letters = Int(arguments[5]) else {
  fatalError("usage: GRDBWriter write|split|own <path> queue|pool <first number> <letters>")
}
let mode = arguments[1]
let database = try NumberedApp.open(arguments[2], isPool: arguments[3] == "pool")
let storage = try mode == "split" ? DatabaseStorage(database) : NumberedApp.storage(in: database)
let restored = Persistence.load(NumberedState(0), from: storage, schema: NumberedApp.schema)
let store = NumberedApp.store(restored.state)
let persistence = Persistence(of: store, to: storage, schema: NumberedApp.schema)

switch mode {
case "own":
  let parent = getppid()
  var last = ""
  var number = first
  while getppid() == parent {
    store.send(NumberedState(number, size: letters))
    var result = "saved"
    do {
      try await persistence.flush()
    } catch let error as NavStore.PersistenceError {
      guard case .ownedElsewhere(_, by: let owner) = error else { throw error }
      // A process that is being killed can hold the lock for a moment without a valid record.
      if owner == .unknown { continue }
      result = "refused by \(owner)"
    }
    if result != last { acknowledge(result) }
    last = result
    number += 1
  }
default:
  acknowledge("\(restored.state.number)")
  for number in first... {
    store.send(NumberedState(number, size: letters))
    try await persistence.flush()
    if mode == "split" {
      try database.write { try NumberedApp.saveNumber(of: NumberedState(number), in: $0) }
    }
    acknowledge("\(number)")
  }
}
