import NavStoreTool
import Testing

@Suite struct SessionScriptTests {
  @Test func `a session has headings, commands, and segments between which the process is killed`() {
    let script = SessionScript("# Begin\r\npush song:3  \n\n--- kill ---\n## End\n  back")
    #expect(script.segments.map(\.firstLine) == [1, 5])
    #expect(
      script.segments.map(\.lines) == [
        [.heading("Begin"), .command("push song:3"), .empty], [.heading("End"), .command("back")],
      ])
  }

  @Test func `only a line feed ends a line`() {
    let script = SessionScript("push\u{0C}song:3\u{2028}x\r\n--- kill ---\r\nback")
    #expect(script.segments.map(\.firstLine) == [1, 3])
    #expect(script.segments.map(\.lines) == [[.command("push\u{0C}song:3\u{2028}x")], [.command("back")]])
  }

  @Test func `an empty session has one segment without commands`() {
    #expect(SessionScript("").segments.map(\.lines) == [[.empty]])
  }
}
