import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Compares screens with the naive model under random rules and random actions.
@Suite struct ScreenDifferentialTests {
  @Test func `identities and states are those of the naive model, whatever the actions`() {
    let runs = TestEnvironment.isLong ? 25_000 : 150
    for run in 0..<UInt64(runs) {
      let seed = TestEnvironment.seed &+ run
      if let difference = Self.difference(seed: seed, actions: 40) {
        Issue.record("NAVSTORE_SEED=\(seed): \(difference)")
        return
      }
    }
  }

  /// Returns a description of the first difference in a run, or `nil`.
  static func difference(seed: UInt64, actions count: Int) -> String? {
    var generator = RandomNavigation(random: SplitMix64(seed: seed))
    var rules = generator.rules()
    if generator.random.once(in: 2) { rules.initialState = generator.state(rules: rules) }
    var screens = NumberScreens(generator.start(rules: rules))
    var model = NaiveScreens(screens.navigation, rules: rules)
    let reducer = NumberScreensReducer.adding(rules: rules)
    var earlier = (screens, model)
    for step in 1...count {
      let before = model.notation
      let name: String
      switch generator.random.below(40) {
      case 0..<5:
        let action = generator.action(in: model.navigation)
        name = "\(action) without the reducer"
        screens.navigation.apply(action, rules: rules)
        model.applyDirectly(action)
      case 5:
        let navigation = generator.start(rules: rules)
        name = "another navigation, \(navigation)"
        screens.navigation = navigation
        model.replace(navigation)
      case 6:
        name = "undo"
        var (past, pastModel) = earlier
        past.preserve(from: screens)
        pastModel.preserve(from: model)
        earlier = (screens, model)
        (screens, model) = (past, pastModel)
      case 7:
        name = "a restart"
        do {
          screens = try JSONDecoder().decode(NumberScreens.self, from: Data(CanonicalJSONEncoder().encode(screens)))
          model.restart()
        } catch {
          return "action \(step), \(name): \(error)"
        }
      case 8:
        earlier = (screens, model)
        fallthrough
      case 9:
        let action = generator.action(in: model.navigation)
        name = "open \(action)"
        _ = reducer.open(action, in: &screens)
        model.apply(.navigation(action))
        _ = reducer.update(&screens)
      default:
        let action = Self.action(in: model, from: &generator)
        name = "\(action)"
        _ = reducer.reduce(into: &screens, action: action)
        model.apply(action)
      }
      let openers = model.stacks.flatMap(\.entries).allSatisfy {
        screens.opener(of: ScreenID(rawValue: $0.id))?.rawValue == $0.opener
      }
      guard screens.notation == model.notation, screens.navigation == model.navigation, openers else {
        return """
          action \(step), \(name)
          before:   \(before)
          after:    \(screens.notation)
          expected: \(model.notation)
          openers:  \(model.stacks.flatMap(\.entries).map { "\($0.id): \($0.opener ?? 0)" })
          found:    \(model.ids.map { "\($0): \(screens.opener(of: ScreenID(rawValue: $0))?.rawValue ?? 0)" })
          """
      }
    }
    return nil
  }

  private static func action(in model: NaiveScreens, from generator: inout RandomNavigation) -> NumberScreensAction {
    let ids = model.ids + [0, model.lastID + 1, model.lastID / 2]
    let id = ScreenID(rawValue: ids[generator.random.below(ids.count)])
    return switch generator.random.below(8) {
    case 0: .screen(id, .add(1 + generator.random.below(9)))
    case 1: .screen(id, .navigate(generator.action(in: model.navigation)))
    case 2: .screen(id, .finish(generator.random.once(in: 2) ? nil : generator.random.below(9)))
    case 3: .finish(id, with: generator.random.once(in: 2) ? nil : .add(generator.random.below(9)))
    default: .navigation(generator.action(in: model.navigation))
    }
  }
}
