// MARK: - A part that may be absent

extension Reducer {
  /// Returns a reducer that also runs `reducers` on an optional part of the state. The effects of the part are
  /// cancelled when this reducer sets the part to `nil`.
  ///
  /// The part's reducers run before this reducer, so they still receive an action for which this reducer removes the
  /// part. If the part is `nil`, an action of the part reaches only this reducer.
  ///
  /// - Parameters:
  ///   - part: The key path of the optional part.
  ///   - extract: Returns the part's action that an action contains, or `nil` if the action does not belong to the
  ///     part.
  ///   - embed: Returns the action that contains an action of the part.
  ///   - id: The identifier of the part's effects. If `id` is `nil`, the place of the call identifies the effects. If
  ///     the same call creates reducers for several parts of an app, pass a different identifier for each part.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - reducers: The reducers of the part.
  public func ifLet<Part: Sendable, PartAction: Sendable>(
    _ part: any WritableKeyPath<State, Part?> & Sendable,
    extract: @escaping @Sendable (Action) -> PartAction?, embed: @escaping @Sendable (PartAction) -> Action,
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Part, PartAction> then reducers: () -> some Reducer<Part, PartAction>
  ) -> some Reducer<State, Action> {
    OptionalPartReducer(
      parent: self, part: reducers(), extract: extract, embed: embed, scope: .part(id, fileID, line, column),
      isPresent: { $0[keyPath: part] != nil },
      modify: { state, change in
        guard var value = state[keyPath: part] else { return nil }
        // The state keeps no second reference to the part, so that the change copies no buffer.
        state[keyPath: part] = nil
        let effect = change(&value)
        state[keyPath: part] = value
        return effect
      })
  }

  /// Returns a reducer that also runs `reducers` on one case of a state that is an enum. The effects of the case are
  /// cancelled when this reducer changes the state to another case.
  ///
  /// For each action of the case, the associated value of the case is copied.
  ///
  /// - Parameters:
  ///   - state: Returns the associated value of the case, or `nil` if the state is another case.
  ///   - embedState: Returns the state that is the case with an associated value.
  ///   - extract: Returns the action of the case that an action contains, or `nil` if the action does not belong to the
  ///     case.
  ///   - embed: Returns the action that contains an action of the case.
  ///   - id: The identifier of the effects of the case; see ``ifLet(_:extract:embed:id:fileID:line:column:then:)``.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - reducers: The reducers of the case.
  public func ifCaseLet<Part: Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part?, embedState: @escaping @Sendable (Part) -> State,
    extract: @escaping @Sendable (Action) -> PartAction?, embed: @escaping @Sendable (PartAction) -> Action,
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Part, PartAction> then reducers: () -> some Reducer<Part, PartAction>
  ) -> some Reducer<State, Action> {
    OptionalPartReducer(
      parent: self, part: reducers(), extract: extract, embed: embed, scope: .part(id, fileID, line, column),
      isPresent: { state($0) != nil },
      modify: { whole, change in
        guard var part = state(whole) else { return nil }
        let effect = change(&part)
        whole = embedState(part)
        return effect
      })
  }
}

private struct OptionalPartReducer<Parent: Reducer, Part: Reducer>: Reducer {
  let parent: Parent
  let part: Part
  let extract: @Sendable (Parent.Action) -> Part.Action?
  let embed: @Sendable (Part.Action) -> Parent.Action
  let scope: EffectID
  let isPresent: @Sendable (Parent.State) -> Bool
  /// Calls a closure that changes the part, and returns the `Effect` that the closure returns. Returns `nil` without
  /// calling the closure if there is no part.
  let modify: @Sendable (inout Parent.State, (inout Part.State) -> Effect<Part.Action>) -> Effect<Part.Action>?

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let effect = extract(action).flatMap { action in
      modify(&state) { part.reduce(into: &$0, action: action) }
    }
    let wasPresent = isPresent(state)
    let following = parent.reduce(into: &state, action: action)
    let end: Effect<Parent.Action> = wasPresent && !isPresent(state) ? .cancel(scope: scope) : .none
    return .merge(effect.map(embedded) ?? .none, end, following)
  }

  func update(_ state: inout Parent.State) -> Effect<Parent.Action> {
    let effect = modify(&state) { part.update(&$0) }
    return .merge(effect.map(embedded) ?? .cancel(scope: scope), parent.update(&state))
  }

  private func embedded(_ effect: Effect<Part.Action>) -> Effect<Parent.Action> {
    effect.scoped(to: scope).map(embed)
  }
}

// MARK: - A collection of parts

extension Reducer {
  /// Returns a reducer that also runs `reducers` on the element of an array to which an action belongs. The effects of
  /// an element are cancelled when this reducer removes the element.
  ///
  /// The reducers of the element run before this reducer. An action of an element that does not exist reaches only this
  /// reducer. For the screens of a stack, use `ScreenNavigationReducer`.
  ///
  /// - Parameters:
  ///   - elements: The key path of the array. Its elements must have different ids.
  ///   - extract: Returns the id of the element to which an action belongs, and the element's action that the action
  ///     contains. If the action does not belong to an element, returns `nil`.
  ///   - embed: Returns the action that contains the id of an element and an action of that element.
  ///   - id: The identifier of the effects; see ``ifLet(_:extract:embed:id:fileID:line:column:then:)``.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - reducers: The reducers of an element.
  /// - Complexity: O(*n*) for each action, where *n* is the number of elements.
  public func forEach<Element: Identifiable & Sendable, ElementAction: Sendable>(
    _ elements: any WritableKeyPath<State, [Element]> & Sendable,
    extract: @escaping @Sendable (Action) -> (id: Element.ID, action: ElementAction)?,
    embed: @escaping @Sendable (Element.ID, ElementAction) -> Action,
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Element, ElementAction> then reducers: () -> some Reducer<Element, ElementAction>
  ) -> some Reducer<State, Action> where Element.ID: Sendable {
    ElementsReducer(
      parent: self, element: reducers(), elements: elements, extract: extract, embed: embed,
      scope: .part(id, fileID, line, column))
  }
}

private struct ElementsReducer<Parent: Reducer, Element: Reducer>: Reducer
where Element.State: Identifiable, Element.State.ID: Sendable {
  let parent: Parent
  let element: Element
  let elements: any WritableKeyPath<Parent.State, [Element.State]> & Sendable
  let extract: @Sendable (Parent.Action) -> (id: Element.State.ID, action: Element.Action)?
  let embed: @Sendable (Element.State.ID, Element.Action) -> Parent.Action
  let scope: EffectID

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    var effects: [Effect<Parent.Action>] = []
    if let (id, action) = extract(action), let index = state[keyPath: elements].firstIndex(where: { $0.id == id }) {
      effects.append(embedded(element.reduce(into: &state[keyPath: elements][index], action: action), id))
    }
    let before = state[keyPath: elements].map(\.id)
    let following = parent.reduce(into: &state, action: action)
    let after = state[keyPath: elements]
    if !before.elementsEqual(after.lazy.map(\.id)) {
      let remaining = Set(after.map(\.id))
      for id in before where !remaining.contains(id) { effects.append(end(of: id)) }
    }
    return .merge(effects + [following])
  }

  func update(_ state: inout Parent.State) -> Effect<Parent.Action> {
    let effects = state[keyPath: elements].indices.map { index in
      let id = state[keyPath: elements][index].id
      return embedded(element.update(&state[keyPath: elements][index]), id)
    }
    return .merge(effects + [parent.update(&state)])
  }

  private func embedded(_ effect: Effect<Element.Action>, _ id: Element.State.ID) -> Effect<Parent.Action> {
    effect.scoped(to: EffectID(id)).scoped(to: scope).map { embed(id, $0) }
  }

  private func end(of id: Element.State.ID) -> Effect<Parent.Action> {
    Effect<Parent.Action>.cancel(scope: EffectID(id)).scoped(to: scope)
  }
}

/// The place in the source code of the call that adds the reducers of a part.
private struct PartPlace: Hashable, Sendable {
  let file: String
  let line: UInt
  let column: UInt
}

extension EffectID {
  /// Returns the scope of a part's effects. If the id is `nil`, the place of the call identifies the scope.
  package static func part(
    _ id: (any Hashable & Sendable)?, _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) -> EffectID {
    EffectID(id ?? PartPlace(file: "\(fileID)", line: line, column: column))
  }
}

// MARK: - Changes of a value

extension Reducer {
  /// Returns a reducer that also calls `react` after each action that changes a value.
  ///
  /// `react` can change the state. It is not called again for its own changes.
  ///
  /// - Parameters:
  ///   - value: Returns the value in a state.
  ///   - react: Receives the old value, the new value and the state, and returns an effect.
  public func onChange<Value: Equatable>(
    of value: @escaping @Sendable (State) -> Value,
    _ react: @escaping @Sendable (_ old: Value, _ new: Value, inout State) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    ChangeReducer(parent: self, value: value, react: react)
  }
}

private struct ChangeReducer<Parent: Reducer, Value: Equatable>: Reducer {
  let parent: Parent
  let value: @Sendable (Parent.State) -> Value
  let react: @Sendable (Value, Value, inout Parent.State) -> Effect<Parent.Action>

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let old = value(state)
    let effect = parent.reduce(into: &state, action: action)
    let new = value(state)
    return old == new ? effect : .merge(effect, react(old, new, &state))
  }

  func update(_ state: inout Parent.State) -> Effect<Parent.Action> { parent.update(&state) }
}
