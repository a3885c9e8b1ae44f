// The files of the session report's page, as bytes of this module: a program that writes reports needs no other file.
#include "NavStoreReportPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// The page without its style sheet, its script and its data.
static const unsigned char template_text[] = {
#embed "page.html"
  ,
  0};

// The style sheets. A later rule wins over an earlier one of the same specificity.
static const unsigned char style_text[] = {
#embed "Styles/base.css"
  ,
#embed "Styles/timeline.css"
  ,
#embed "Styles/picture.css"
  ,
#embed "Styles/panels.css"
  ,
#embed "Styles/print.css"
  ,
  0};

// The modules of the script, each after the modules that it imports. Two modules declare no name twice.
static const unsigned char script_text[] = {
#embed "Model/position.js"
  ,
#embed "Model/state.js"
  ,
#embed "Model/session.js"
  ,
#embed "Model/text.js"
  ,
#embed "Model/moment.js"
  ,
#embed "Views/address.js"
  ,
#embed "Views/dom.js"
  ,
#embed "Views/banners.js"
  ,
#embed "Model/comparison.js"
  ,
#embed "Model/difference.js"
  ,
#embed "Views/phone.js"
  ,
#embed "Model/export.js"
  ,
#embed "Views/stateView.js"
  ,
#embed "Views/compare.js"
  ,
#embed "Views/figures.js"
  ,
#embed "Views/findingsDialog.js"
  ,
#embed "Views/follow.js"
  ,
#embed "Model/graphLayout.js"
  ,
#embed "Model/screenGraph.js"
  ,
#embed "Views/graph.js"
  ,
#embed "Views/keyboard.js"
  ,
#embed "Views/notes.js"
  ,
#embed "Views/picture.js"
  ,
#embed "Views/playback.js"
  ,
#embed "Views/print.js"
  ,
#embed "Views/swiftDialog.js"
  ,
#embed "Model/filter.js"
  ,
#embed "Views/timeline.js"
  ,
#embed "main.js"
  ,
  0};

const char *navstore_report_template(void) { return (const char *)template_text; }
const char *navstore_report_style(void) { return (const char *)style_text; }
const char *navstore_report_script(void) { return (const char *)script_text; }
