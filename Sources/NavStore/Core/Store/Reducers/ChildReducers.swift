// MARK: - A part that may be absent

extension Reducer {
  /// Returns a reducer that also runs `reducers` on an optional part of the state. The effects of the part end when
  /// this reducer removes the part, or replaces it by a part with another identity.
  ///
  /// The part's reducers run before this reducer, so they still receive an action for which this reducer removes or
  /// replaces the part. If the part is `nil`, an action of the part reaches only this reducer.
  ///
  /// If another reducer removes or replaces the part, call ``update(_:)`` afterwards, or call `ifLet` on the
  /// combination of both reducers. Otherwise, the effects of the part continue.
  ///
  /// - Parameters:
  ///   - part: The key path of the optional part.
  ///   - extract: Returns the part's action that an action contains, or `nil` if the action does not belong to the
  ///     part.
  ///   - embed: Returns the action that contains an action of the part.
  ///   - identity: Returns the identity of a part. If the identity changes, the effects of the earlier part end, and
  ///     the reducers of the new part receive none of their actions. By default, the identity is the `id` of a part
  ///     that is `Identifiable` and whose `ID` is `Sendable`. All values of other types are the same part.
  ///   - id: The identifier of the part's effects. If `id` is `nil`, the place of the call identifies the effects. If
  ///     the same call creates reducers for several parts of an app, pass a different identifier for each part.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - reducers: The reducers of the part.
  @_disfavoredOverload
  public func ifLet<Part: Sendable, PartAction: Sendable>(
    _ part: any WritableKeyPath<State, Part?> & Sendable,
    extract: @escaping @Sendable (Action) -> PartAction?, embed: @escaping @Sendable (PartAction) -> Action,
    identity: (@Sendable (Part) -> any Hashable & Sendable)? = nil,
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Part, PartAction> then reducers: () -> some Reducer<Part, PartAction>
  ) -> some Reducer<State, Action> {
    OptionalPartReducer(
      parent: self, part: reducers(), extract: extract, embed: embed, scope: .part(id, fileID, line, column),
      present: { state in state[keyPath: part].map { PresentPart($0, identity) } },
      modify: { state, change in
        guard var value = state[keyPath: part] else { return .none }
        // The state keeps no second reference to the part, so that the change copies no buffer.
        state[keyPath: part] = nil
        let effect = change(&value)
        state[keyPath: part] = value
        return effect
      })
  }

  /// Returns a reducer that also runs `reducers` on an optional part of the state. The effects of the part end when
  /// this reducer removes the part, or replaces it by a part with another `id`. See
  /// ``ifLet(_:extract:embed:identity:id:fileID:line:column:then:)``.
  public func ifLet<Part: Identifiable & Sendable, PartAction: Sendable>(
    _ part: any WritableKeyPath<State, Part?> & Sendable,
    extract: @escaping @Sendable (Action) -> PartAction?, embed: @escaping @Sendable (PartAction) -> Action,
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Part, PartAction> then reducers: () -> some Reducer<Part, PartAction>
  ) -> some Reducer<State, Action> where Part.ID: Sendable {
    ifLet(
      part, extract: extract, embed: embed, identity: { $0.id }, id: id, fileID: fileID, line: line, column: column,
      then: reducers)
  }

  /// Returns a reducer that also runs `reducers` on one case of a state that is an enum. The effects of the case end
  /// when this reducer changes the state to another case, or to the same case with another identity.
  ///
  /// For each action of the case, the associated value of the case is copied.
  ///
  /// - Parameters:
  ///   - state: Returns the associated value of the case, or `nil` if the state is another case.
  ///   - embedState: Returns the state that is the case with an associated value.
  ///   - extract: Returns the action of the case that an action contains, or `nil` if the action does not belong to the
  ///     case.
  ///   - embed: Returns the action that contains an action of the case.
  ///   - identity: Returns the identity of an associated value; see
  ///     ``ifLet(_:extract:embed:identity:id:fileID:line:column:then:)``.
  ///   - id: The identifier of the effects of the case, as for `ifLet`.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - reducers: The reducers of the case.
  @_disfavoredOverload
  public func ifCaseLet<Part: Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part?, embedState: @escaping @Sendable (Part) -> State,
    extract: @escaping @Sendable (Action) -> PartAction?, embed: @escaping @Sendable (PartAction) -> Action,
    identity: (@Sendable (Part) -> any Hashable & Sendable)? = nil,
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Part, PartAction> then reducers: () -> some Reducer<Part, PartAction>
  ) -> some Reducer<State, Action> {
    OptionalPartReducer(
      parent: self, part: reducers(), extract: extract, embed: embed, scope: .part(id, fileID, line, column),
      present: { whole in state(whole).map { PresentPart($0, identity) } },
      modify: { whole, change in
        guard var part = state(whole) else { return .none }
        let effect = change(&part)
        whole = embedState(part)
        return effect
      })
  }

  /// Returns a reducer that also runs `reducers` on one case of a state that is an enum. The effects of the case end
  /// when this reducer changes the state to another case, or to the same case with another `id`. See
  /// ``ifCaseLet(state:embedState:extract:embed:identity:id:fileID:line:column:then:)``.
  public func ifCaseLet<Part: Identifiable & Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part?, embedState: @escaping @Sendable (Part) -> State,
    extract: @escaping @Sendable (Action) -> PartAction?, embed: @escaping @Sendable (PartAction) -> Action,
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Part, PartAction> then reducers: () -> some Reducer<Part, PartAction>
  ) -> some Reducer<State, Action> where Part.ID: Sendable {
    ifCaseLet(
      state: state, embedState: embedState, extract: extract, embed: embed, identity: { $0.id }, id: id,
      fileID: fileID, line: line, column: column, then: reducers)
  }
}

private struct PresentPart: Equatable {
  /// The identity, or `nil` if all values of the part are the same part.
  let identity: EffectID?

  init<Part>(_ part: Part, _ identity: (@Sendable (Part) -> any Hashable & Sendable)?) {
    self.identity = identity.map { EffectID($0(part)) }
  }
}

private struct OptionalPartReducer<Parent: Reducer, Part: Reducer>: Reducer {
  let parent: Parent
  let part: Part
  let extract: @Sendable (Parent.Action) -> Part.Action?
  let embed: @Sendable (Part.Action) -> Parent.Action
  /// The scope of the effects of all parts. It contains a scope for each identity.
  let scope: EffectID
  let present: @Sendable (Parent.State) -> PresentPart?
  /// Calls a closure that changes the part, which must be present, and returns the `Effect` that the closure returns.
  let modify: @Sendable (inout Parent.State, (inout Part.State) -> Effect<Part.Action>) -> Effect<Part.Action>

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let before = present(state)
    guard let partAction = extract(action) else {
      let effect = parent.reduce(into: &state, action: action)
      return .merge(end(of: before, replacedBy: present(state)), effect)
    }
    guard let before else {
      ThreadContext.current.note(.absentPart(Part.State.self, partAction))
      let effect = parent.reduce(into: &state, action: action)
      return .merge(end(of: nil, replacedBy: present(state)), effect)
    }
    let effect = modify(&state) { part.reduce(into: &$0, action: partAction) }
    // The part's reducers can change its identity. Their effects then belong to the new part.
    let changed = present(state)
    let following = parent.reduce(into: &state, action: action)
    let after = present(state)
    // If the part is absent, its actions arrive; see `end(of:replacedBy:)`.
    if after != changed, after == nil ? effect.startsWork : effect.startsAnything {
      ThreadContext.current.note(.droppedEffect(Part.State.self, partAction))
    }
    return .merge(
      end(of: before, replacedBy: changed), changed.map { embedded(effect, in: $0) } ?? .none,
      end(of: changed, replacedBy: after), following)
  }

  func update(_ state: inout Parent.State) -> Effect<Parent.Action> {
    // The part before the change is not known.
    guard let part = present(state) else {
      return .merge(.cancel(scope: scope, includesSends: false), parent.update(&state))
    }
    let effect = modify(&state) { self.part.update(&$0) }
    return .merge(end(of: nil, replacedBy: part), embedded(effect, in: part), parent.update(&state))
  }

  private func embedded(_ effect: Effect<Part.Action>, in part: PresentPart) -> Effect<Parent.Action> {
    guard let identity = part.identity else { return effect.scoped(to: scope).map(embed) }
    return effect.scoped(to: identity, includesSends: true).scoped(to: scope).map(embed)
  }

  /// Returns an effect that ends the effects of a part, if it is not present any more.
  ///
  /// If the part has been removed, an action that it has sent by `Effect.send` still arrives, and only the parent
  /// receives it. The parent can then react to the end of the part. A part with another identity never receives the
  /// action.
  private func end(of old: PresentPart?, replacedBy new: PresentPart?) -> Effect<Parent.Action> {
    if old == new { return .none }
    guard let new else { return .cancel(scope: scope, includesSends: false) }
    return new.identity.map { .cancel(scopesIn: scope, except: [$0]) } ?? .none
  }
}

extension ReducerMistake {
  fileprivate static func absentPart<State>(_ part: State.Type, _ action: some Sendable) -> ReducerMistake {
    ReducerMistake(
      "The part \(part) is absent, so its reducer did not receive \(ValueOutline.text(of: action)), and nothing has "
        + "happened. Send the action only while the part is present.", isForgivenIfHandled: true)
  }

  fileprivate static func droppedEffect<State>(_ part: State.Type, _ action: some Sendable) -> ReducerMistake {
    ReducerMistake(
      "The effect that the reducer of the part \(part) returned for \(ValueOutline.text(of: action)) was dropped, "
        + "because the part was removed or replaced in the same action. Return the effect from the reducer that "
        + "removes the part.")
  }
}

// MARK: - A collection of parts

extension Reducer {
  /// Returns a reducer that also runs `reducers` on the element of an array to which an action belongs. The effects of
  /// an element end when this reducer removes the element.
  ///
  /// The reducers of the element run before this reducer. An action of an element that does not exist reaches only this
  /// reducer. For the screens of a stack, use `ScreenNavigationReducer`.
  ///
  /// - Parameters:
  ///   - elements: The key path of the array. Its elements must have different ids.
  ///   - extract: Returns the id of the element to which an action belongs, and the element's action that the action
  ///     contains. If the action does not belong to an element, returns `nil`.
  ///   - embed: Returns the action that contains the id of an element and an action of that element.
  ///   - id: The identifier of the effects, as for `ifLet`.
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
    let before = state[keyPath: elements].map { $0.id }
    guard let (id, elementAction) = extract(action) else {
      let effect = parent.reduce(into: &state, action: action)
      return .merge(end(of: before, in: state), effect)
    }
    guard let index = before.firstIndex(of: id) else {
      ThreadContext.current.note(.absentPart(Element.State.self, elementAction))
      let effect = parent.reduce(into: &state, action: action)
      return .merge(end(of: before, in: state), effect)
    }
    let effect = element.reduce(into: &state[keyPath: elements][index], action: elementAction)
    // The element's reducers can change its id. Their effects then belong to the element with the new id.
    let changed = state[keyPath: elements][index].id
    let following = parent.reduce(into: &state, action: action)
    if effect.startsWork, !state[keyPath: elements].contains(where: { $0.id == changed }) {
      ThreadContext.current.note(.droppedEffect(Element.State.self, elementAction))
    }
    var all = before
    if changed != id { all.append(changed) }
    return .merge(embedded(effect, changed), end(of: all, in: state), following)
  }

  func update(_ state: inout Parent.State) -> Effect<Parent.Action> {
    let effects = state[keyPath: elements].indices.map { index in
      let id = state[keyPath: elements][index].id
      return embedded(element.update(&state[keyPath: elements][index]), id)
    }
    // The elements before the change are not known.
    let present = Set(state[keyPath: elements].map { EffectID($0.id) })
    return .merge([.cancel(scopesIn: scope, except: present)] + effects + [parent.update(&state)])
  }

  private func embedded(_ effect: Effect<Element.Action>, _ id: Element.State.ID) -> Effect<Parent.Action> {
    effect.scoped(to: EffectID(id)).scoped(to: scope).map { embed(id, $0) }
  }

  private func end(of ids: [Element.State.ID], in state: Parent.State) -> Effect<Parent.Action> {
    let elements = state[keyPath: elements]
    if ids.elementsEqual(elements.lazy.map({ $0.id })) { return .none }
    let removed = Set(ids).subtracting(elements.lazy.map { $0.id })
    if removed.isEmpty { return .none }
    return Effect<Parent.Action>.cancel(scopes: Set(removed.map { EffectID($0) })).scoped(to: scope)
  }
}

/// The place in the source code of the call that adds the reducers of a part.
private struct PartPlace: Hashable, Sendable {
  let file: String
  let line: UInt
  let column: UInt
}

extension EffectID {
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
