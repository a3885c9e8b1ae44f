@main
struct NavStoreTool {
  static func main() async {}
}
