print("navstore")
