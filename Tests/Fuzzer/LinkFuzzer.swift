import NavStore

/// Searches for URLs that stop the program, or whose link is printed as a URL that
/// leads to another place.
///
/// `.ci/fuzz links` builds and runs it with the tables of the tests. The length of the input selects the table, the
/// prefix of the URL, the tab that is selected, and whether the URL comes from the app.
func fuzzLinks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let opening = Opening(
    links: tables[count % tables.count], isFromApp: count / tables.count % 2 == 0,
    selectedTab: [nil, .home, .search, .files][count / tables.count / 2 % 4])
  let prefixes = ["myapp://", "https://example.com/", "https://", "exp://127.0.0.1:8081/--/"]
  for prefix in ["", prefixes[count % prefixes.count]] {
    opening.check(prefix + text)
    checkMessage(prefix + text)
  }
  return 0
}

/// The table of the usual links, and tables of all links with each set of options.
private let tables: [Places] = {
  do {
    let options: [LinkOptions] = [
      LinkOptions(), LinkOptions(readsPlusAsSpace: true), LinkOptions(ignoresCase: true),
      LinkOptions(readsPlusAsSpace: true, ignoresCase: true),
    ]
    return try [makePlaces()] + options.map(makeForms)
  } catch {
    fatalError("\(error)")
  }
}()

/// A table without patterns that match any path, so that more URLs result in an error message.
private let few: Places = {
  do { return try makePlaces(placePatterns.filter { $0.text != "*" && $0.text != "item/:tag" }) } catch {
    fatalError("\(error)")
  }
}()

private func checkMessage(_ url: String) {
  do throws(LinkError) { _ = try few.parse(url) } catch {
    require(!error.description.hasControlCharacter && error.description.utf8.count < 4_096, "\(error)")
  }
}

/// How a URL is opened.
private struct Opening {
  let links: Places
  let isFromApp: Bool
  let selectedTab: Area?

  func check(_ url: String) {
    switch (parse(url, isFromApp, selectedTab), parse(url, isFromApp, selectedTab)) {
    case (.success(let link), .success(let again)):
      require(link == again, "\(link) is not \(again)")
      require(link.path.count + link.modals.count <= links.options.maxRoutes, "\(link)")
      if let shown = link.shown { checkPrinting(shown) }
      checkPrinting(link)
    case (.failure(let error), .failure(let again)):
      require(error == again, "\(error) is not \(again)")
      require(error.offset.map { 0...url.utf8.count ~= $0 } ?? true, "\(error)")
      require(!error.description.hasControlCharacter, "\(error)")
    case (let result, let again):
      fatalError("\(result) is not \(again)")
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
    require(text.utf8.allSatisfy { 0x21..<0x7F ~= $0 }, "\(text)")
    guard case .success(let link) = parse(text, true, nil), let shown = link.shown else { fatalError("\(text)") }
    require(shown == place.complete, "\(text) leads to \(shown) and not to \(place)")
    require((try? links.print(shown)) == text, "\(text) is printed otherwise")
  }

  /// Checks that the URL of the state that a link opens leads to the same screen.
  private func checkPrinting(_ link: DeepLink<Area, Place>) {
    var state = NavigationState<Area, Place>(tabs: Area.allCases)
    state.deepLink(link)
    guard let text = try? links.print(state) else { return }
    guard case .success(let again) = parse(text, true, link.tab) else { fatalError("\(text)") }
    // The app's reducer shows the place of a link to a root.
    let shown = link.placement == .root ? nil : link.shown?.complete
    require(again.tab == link.tab && again.shown == shown, "\(text) leads to \(again) and not to \(link)")
    var reopened = NavigationState<Area, Place>(tabs: Area.allCases)
    reopened.deepLink(again)
    require((try? links.print(reopened)) == text, "\(text) is printed otherwise")
  }

  private func parse(
    _ url: String, _ isFromApp: Bool, _ selectedTab: Area?
  ) -> Result<DeepLink<Area, Place>, LinkError> {
    do throws(LinkError) {
      return .success(try links.parse(url, isFromApp: isFromApp, selectedTab: selectedTab))
    } catch {
      return .failure(error)
    }
  }
}
