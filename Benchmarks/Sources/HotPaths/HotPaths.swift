@main
struct HotPaths {
  static func main() {}
}
