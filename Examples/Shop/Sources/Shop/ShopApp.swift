#if !canImport(SwiftUI)
  @main
  enum ShopApp {
    static func main() {
      print("Shop needs an Apple platform. Its core has tests that run here: swift test")
    }
  }
#endif
