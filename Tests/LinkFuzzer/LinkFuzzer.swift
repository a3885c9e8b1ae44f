import NavStore

/// What libFuzzer calls with bytes that it makes up, to find a URL that stops the program, or that does not lead where
/// its printed form leads. `.ci/fuzz-links` builds and runs it, with the table of the tests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLinks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  for prefix in ["", "myapp://", "https://example.com/"] {
    check(prefix + text, isFromApp: count % 2 == 0)
    checkMessage(prefix + text)
  }
  return 0
}

private let links: Places = {
  do { return try makePlaces() } catch { fatalError("\(error)") }
}()

private func check(_ url: String, isFromApp: Bool) {
  switch (parse(url, isFromApp), parse(url, isFromApp)) {
  case (.success(let link), .success(let again)):
    precondition(link == again, "\(link) is not \(again)")
    precondition(link.path.count + link.modals.count <= links.limits.routes, "\(link)")
    if let shown = link.shown { checkPrinting(shown) }
    checkPrinting(link)
  case (.failure(let error), .failure(let again)):
    precondition(error == again, "\(error) is not \(again)")
    precondition(error.offset.map { 0...url.utf8.count ~= $0 } ?? true, "\(error)")
    precondition(!error.description.hasControlCharacter, "\(error)")
  case (let result, let again):
    fatalError("\(result) is not \(again)")
  }
}

/// Without a link for what is not found, whatever does not fit has a message.
private let few: Places = {
  do { return try makePlaces(placePatterns.filter { $0.text != "*" && $0.text != "item/:tag" }) } catch {
    fatalError("\(error)")
  }
}()

private func checkMessage(_ url: String) {
  do throws(LinkError) { _ = try few.parse(url) } catch {
    precondition(!error.description.hasControlCharacter && error.description.utf8.count < 4_096, "\(error)")
  }
}

/// What was parsed can be printed, and leads back.
private func checkPrinting(_ place: Place) {
  let text: String
  do throws(LinkPrintError) { text = try links.print(place) } catch {
    switch error.reason {
    // With what is encoded, it can be longer than it was.
    case .wildcard, .tooLong: return
    default: fatalError("\(error)")
    }
  }
  precondition(text.utf8.allSatisfy { 0x21..<0x7F ~= $0 }, "\(text)")
  guard case .success(let link) = parse(text, true), let shown = link.shown else { fatalError("\(text)") }
  precondition(shown == place, "\(text) leads to \(shown) and not to \(place)")
  precondition((try? links.print(shown)) == text, "\(text) is printed otherwise")
}

/// The URL of what a link opens opens it again.
private func checkPrinting(_ link: DeepLink<Area, Place>) {
  var state = NavigationState<Area, Place>(tabs: Area.allCases)
  state.deepLink(link)
  guard let text = try? links.print(state) else { return }
  guard case .success(let again) = parse(text, true) else { fatalError("\(text)") }
  precondition(again.tab == link.tab && again.shown == link.shown, "\(text) leads to \(again) and not to \(link)")
  var reopened = NavigationState<Area, Place>(tabs: Area.allCases)
  reopened.deepLink(again)
  precondition((try? links.print(reopened)) == text, "\(text) is printed otherwise")
}

private func parse(_ url: String, _ isFromApp: Bool) -> Result<DeepLink<Area, Place>, LinkError> {
  do throws(LinkError) { return .success(try links.parse(url, isFromApp: isFromApp)) } catch { return .failure(error) }
}
