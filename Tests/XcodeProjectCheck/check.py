"""Checks the Xcode project of the example app: that it can be parsed, that objects and paths exist, and the scheme.

`.ci/check` runs it, and installs pbxproj."""

import plistlib
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

from pbxproj import XcodeProject

path = Path(sys.argv[1])
folder = path.parent
project = XcodeProject.load(str(path / "project.pbxproj"))
objects = {object.get_id(): object for object in project.objects.get_objects_in_section(*project.objects.get_sections())}
problems = []


def expect(condition, problem):
    if not condition:
        problems.append(problem)


# Every reference is an identifier of 24 hexadecimal digits.
text = (path / "project.pbxproj").read_text()
for identifier in sorted(set(re.findall(r"\b[0-9A-F]{24}\b", text))):
    expect(identifier in objects, f"No object has the identifier {identifier}.")
for identifier in objects:
    expect(len(re.findall(identifier, text)) > 1, f"Nothing refers to the object {identifier}.")

for object in objects.values():
    if object.isa == "PBXFileSystemSynchronizedRootGroup":
        expect(any((folder / object.path).glob("*")), f"The folder {object.path} is empty or missing.")
    if object.isa == "XCSwiftPackageProductDependency" and object.package in objects:
        manifest = folder / objects[object.package].relativePath / "Package.swift"
        products = re.findall(r'\.library\(\s*name: "(\w+)"', manifest.read_text()) if manifest.is_file() else []
        expect(
            object.productName in products,
            f"{manifest} does not exist or has no library {object.productName}. Its libraries are {products}.",
        )
    if object.isa == "XCBuildConfiguration":
        settings = object.buildSettings
        for key in settings.get_keys():
            if key.split("[")[0] in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
                file = folder / settings[key]
                expect(file.is_file(), f"{key} names {settings[key]}, which does not exist.")
                if file.is_file():
                    plistlib.loads(file.read_bytes())

targets = {object.get_id(): object for object in objects.values() if object.isa == "PBXNativeTarget"}
expect(
    {object.name for object in targets.values()} == {"Shop", "ShopUITests"},
    f"The targets are {sorted(object.name for object in targets.values())}.",
)
schemes = sorted(path.glob("xcshareddata/xcschemes/*.xcscheme"))
expect([scheme.stem for scheme in schemes] == ["Shop"], f"The shared schemes are {[s.stem for s in schemes]}.")
for scheme in schemes:
    references = xml.etree.ElementTree.parse(scheme).getroot().findall(".//BuildableReference")
    expect(len(references) >= 3, f"{scheme.name} builds, runs and tests too little.")
    for reference in references:
        name = reference.get("BlueprintName")
        # The package next to the project.
        if reference.get("ReferencedContainer") == "container:":
            names = re.findall(r'\.testTarget\(\s*name: "(\w+)"', (folder / "Package.swift").read_text())
            expect(name in names, f"{scheme.name} tests {name}, and the package has the tests {names}.")
            continue
        target = targets.get(reference.get("BlueprintIdentifier"))
        expect(target is not None and target.name == name, f"{scheme.name} names the target {name}, which does not exist.")
        if target is not None:
            product = objects[target.productReference].path
            expect(product == reference.get("BuildableName"), f"{scheme.name} names the product {product} differently.")
        expect(reference.get("ReferencedContainer") == f"container:{path.name}", f"{scheme.name} names another project.")

for problem in problems:
    print(f"{path}: {problem}", file=sys.stderr)
if problems:
    sys.exit(1)
print(f"{path}: {len(objects)} objects, {len(targets)} targets and {len(schemes)} scheme are as they should be.")
