internal import Dispatch

/// The shell of the schedule: runs its commands, and tells it what came of them.
extension Persistence {
  /// Where a write that an event leads to is done.
  enum WritingPlace {
    case queue
    /// In the turn of the queue, but on the thread that the event came from, which waits for it anyway.
    case callersThread
  }

  /// Tells the schedule of an event and does what it answers.
  func process(
    _ event: SaveSchedule.Event, on place: WritingPlace = .queue, _ update: (inout Storage) -> Void = { _ in }
  ) {
    let errands = handle(event, update)
    carryOut(errands, on: place)
    guard errands.givesUpFile else { return errands.ended.forEach { $0.resume() } }
    // Who waits for the stop may be about to save to the file by another persistence.
    queue.async { [file] in
      file.end()
      errands.ended.forEach { $0.resume() }
    }
  }

  private func handle(_ event: SaveSchedule.Event, _ update: (inout Storage) -> Void) -> DeferredWork {
    let now = now()
    let revision = source.revision()
    return storage.withLock { storage in
      update(&storage)
      let commands = storage.schedule.handle(event, at: now)
      var errands = commands.reduce(into: DeferredWork()) { perform($1, on: &storage, &$0) }
      if storage.schedule.phase == .stopped {
        errands.obsoleteTasks += storage.watchers.values
        // Again for later callers: they go on after the first of them.
        errands.givesUpFile = !storage.hasGivenUpFile || !errands.ended.isEmpty
        storage.hasGivenUpFile = true
      }
      storage.publishStatus(storeRevision: revision)
      return errands
    }
  }

  /// Does all but to tell callers.
  private func carryOut(_ errands: DeferredWork, on place: WritingPlace = .queue) {
    for task in errands.obsoleteTasks { task.cancel() }
    guard errands.hasWrite else { return }
    if place == .callersThread { return queue.sync { write() }.forEach { $0.resume() } }
    // A caller may let go of the persistence as soon as it is told. By then the queue must have done so, or the file
    // would be owned for a moment longer.
    let persistence = Locked<Persistence?>(self)
    queue.async {
      let ended = persistence.withLock { $0.take() }?.write()
      ended?.forEach { $0.resume() }
    }
  }

  private func perform(_ command: SaveSchedule.Command, on storage: inout Storage, _ errands: inout DeferredWork) {
    switch command {
    case .wake(let instant):
      if let timer = storage.timer { errands.obsoleteTasks.append(timer) }
      storage.timer = source.startTask(nil) { [weak self, sleep] in
        do { try await sleep(instant) } catch { return }
        self?.process(.woke)
      }
    case .cancelWake:
      if let timer = storage.timer { errands.obsoleteTasks.append(timer) }
      storage.timer = nil
    case .write:
      errands.hasWrite = true
    case .complete(let ids, let completion):
      let error: PersistenceError? =
        switch completion {
        case .saved: nil
        case .failed, .refused: storage.status.lastFailure
        case .stopped: .stopped
        }
      for id in ids {
        guard let caller = storage.callers.removeValue(forKey: id) else { continue }
        errands.ended.append(Ended(caller: caller, error: error))
      }
    }
  }

  /// One save, on the queue; returns whom to tell. State and revision are read now, not when the save was decided on.
  private func write() -> [Ended] {
    let errands = save()
    carryOut(errands)
    if errands.givesUpFile { file.end() }
    return errands.ended
  }

  private func save() -> DeferredWork {
    let (state, revision) = source.snapshot()
    process(.writeBegan(revision: revision))
    do {
      let (payload, omissions) = try coder.encode(state)
      let outcome = try file.save(payload, revision: revision)
      let bytes = file.savedBytes ?? 0
      return handle(.writeEnded(.saved)) { [schema] storage in
        storage.status.omissions = omissions
        storage.status.savedBytes = bytes
        storage.status.movedAside = file.movedAside
        storage.status.isLarge = bytes >= schema.warningBytes
        switch outcome {
        case .written: storage.status.writes += 1
        case .unchanged: storage.status.unchanged += 1
        }
      }
    } catch {
      return handle(.writeEnded(error.isReadOnly ? .refused : .failed)) { storage in
        storage.status.failures += 1
        storage.status.movedAside = file.movedAside
        storage.status.lastFailure = error
      }
    }
  }
}
