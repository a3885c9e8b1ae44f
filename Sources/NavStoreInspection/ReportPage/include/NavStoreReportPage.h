/// The texts of which `ReportPage.swift` assembles the page of the session report.
const char *_Nonnull navstore_report_template(void);
const char *_Nonnull navstore_report_style(void);
const char *_Nonnull navstore_report_script(void);
