/** The calls for state stores and actions, which this SDK does not support. None is announced, so none is expected. */

import { errorDiagnostic } from "../diagnostics";
import { diagnosticsToWire } from "./convert";
import type { Handlers } from "./session";

type Calls =
  | "ValidateStateStoreConfig"
  | "ConfigureStateStore"
  | "ReadStateBytes"
  | "WriteStateBytes"
  | "LockState"
  | "UnlockState"
  | "GetStates"
  | "DeleteState"
  | "ValidateActionConfig"
  | "PlanAction"
  | "InvokeAction";

const diagnostics = diagnosticsToWire([
  errorDiagnostic("Not supported", "This provider does not support state stores or actions."),
]);
const unsupported = () => ({ diagnostics });

export const unsupportedHandlers: Handlers<Calls> = {
  ValidateStateStoreConfig: unsupported,
  ConfigureStateStore: unsupported,
  ReadStateBytes: unsupported,
  WriteStateBytes: unsupported,
  LockState: unsupported,
  UnlockState: unsupported,
  GetStates: unsupported,
  DeleteState: unsupported,
  ValidateActionConfig: unsupported,
  PlanAction: unsupported,
  InvokeAction: () => ({ completed: { diagnostics } }),
};
