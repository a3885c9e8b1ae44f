import Foundation
import NavStore

enum Place: Hashable, Sendable {
  case items
  case item(id: Int)
  case tag(String)
  case search(text: String, page: Int, sorts: [Sort])
  case file([String])
  case part([String], name: String)
  case note(UUID, section: String?)
  case measure(Double, isFine: Bool)
  case year(UInt, month: Int?)
  case sheet(String)
  case user(String)
  case draft(String, isUrgent: Bool, others: [String: String])
  case hidden
  case missing
}

enum Sort: String, CaseIterable, Sendable { case up, down }

enum Area: String, Hashable, Sendable, CaseIterable { case home, search, files }

typealias Places = DeepLinkTable<Area, Place>

/// One link of each kind.
let placePatterns: [LinkPattern<Area, Place>] = [
  LinkPattern("", in: .home),
  LinkPattern("files", in: .files),
  LinkPattern("items", in: .home, to: .items).aliases("things", "all/things"),
  LinkPattern(
    "item/:id", .int, in: .home, under: { _ in [.items] }, make: Place.item(id:),
    match: { if case .item(let id) = $0 { id } else { nil } }
  ).aliases("thing/:id"),
  LinkPattern(
    "item/:tag", .string, in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } }),
  LinkPattern(
    "search?q=:text&page=:page&sort=:sorts", .string, .int.or(1), .repeated(.choice), in: .search,
    make: Place.search(text:page:sorts:),
    match: { if case .search(let text, let page, let sorts) = $0 { (text, page, sorts) } else { nil } }),
  LinkPattern(
    "files/:path+", .segments, in: .files, make: Place.file,
    match: { if case .file(let path) = $0 { path } else { nil } }),
  LinkPattern(
    "files/:path*/part/:name", .segments, .segment, in: .files, make: Place.part(_:name:),
    match: { if case .part(let path, let name) = $0 { (path, name) } else { nil } }),
  LinkPattern(
    "note/:id#:section", .uuid, .optional(.string), in: .home, make: Place.note(_:section:),
    match: { if case .note(let id, let section) = $0 { (id, section) } else { nil } }),
  LinkPattern(
    "measure/:value/:fine", .double, .bool, in: .home, make: Place.measure(_:isFine:),
    match: { if case .measure(let value, let isFine) = $0 { (value, isFine) } else { nil } }),
  LinkPattern(
    "archive/:year/:month?", .uint, .optional(.int.in(1...12)), in: .home,
    make: Place.year(_:month:), match: { if case .year(let year, let month) = $0 { (year, month) } else { nil } }),
  LinkPattern(
    "over/:text", .string, in: .home, as: .sheet, under: { _ in [.items] }, make: Place.sheet,
    match: { if case .sheet(let text) = $0 { text } else { nil } }),
  LinkPattern(
    "user/@:name.html", .string, in: .home, as: .cover, make: Place.user,
    match: { if case .user(let name) = $0 { name } else { nil } }
  ).inModal { _ in [.items] },
  LinkPattern(
    "draft?text=:text&urgent=:urgent&*=:others", .multilineString, .flag, .otherKeys, in: .home,
    make: Place.draft(_:isUrgent:others:),
    match: { if case .draft(let text, let isUrgent, let others) = $0 { (text, isUrgent, others) } else { nil } }),
  LinkPattern("debug", in: .home, to: .hidden).onlyInternal,
  LinkPattern("*", in: .home, to: .missing),
]

func makePlaces(_ patterns: [LinkPattern<Area, Place>] = placePatterns) throws -> Places {
  try Places(validating: patterns, schemes: ["myapp"], hosts: ["example.com", "*.example.com", "localhost:8080"])
}
