/** The page of `platformctl access report`; `browser` contains the code that runs in it. */
export type {
  AccessReportData,
  CapabilityList,
  EffectiveAccess,
  Reference,
  ReportBinding,
  ReportChange,
  ReportChanges,
  ReportGroup,
  ReportIdentity,
  UnknownBinding,
} from "./data";
export { accessReportPage, type ReportAssets } from "./page";
