import NavStore
import Testing

@Suite(.hangLimit) struct LockTests {
  @Test func `a held lock cannot be taken again until it is released`() {
    let lock = Lock()
    lock.lock()
    let takenWhileHeld = lock.tryLock()
    #expect(!takenWhileHeld)
    lock.unlock()
    let takenWhenFree = lock.tryLock()
    #expect(takenWhenFree)
    lock.unlock()
  }
}
