import NavStoreTesting

expectNoDifference("actual", "actual", "which is not shown")
expectNoDifference("actual", "expected", "no test framework is linked", fileID: "StaticReport/main.swift", line: 7)
