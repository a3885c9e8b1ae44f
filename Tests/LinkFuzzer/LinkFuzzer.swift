import NavStore

/// The entry point for libFuzzer. It searches for URLs that stop the program, or whose link is printed as a URL that
/// leads to another place.
///
/// `.ci/fuzz-links` builds and runs it with the table of the tests.
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

/// A table without patterns that match any path, so that more URLs result in an error message.
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

/// Checks that a parsed screen can be printed and that its URL leads back to it.
private func checkPrinting(_ place: Place) {
  let text: String
  do throws(LinkPrintError) { text = try links.print(place) } catch {
    switch error.reason {
    // Percent encoding can make the printed URL longer than the parsed one.
    case .wildcard, .tooLong: return
    default: fatalError("\(error)")
    }
  }
  precondition(text.utf8.allSatisfy { 0x21..<0x7F ~= $0 }, "\(text)")
  guard case .success(let link) = parse(text, true), let shown = link.shown else { fatalError("\(text)") }
  precondition(shown == place, "\(text) leads to \(shown) and not to \(place)")
  precondition((try? links.print(shown)) == text, "\(text) is printed otherwise")
}

/// Checks that the URL of the state that a link opens leads to the same screen.
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
