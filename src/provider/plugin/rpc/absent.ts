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
  errorDiagnostic("Not offered", "This provider has neither state stores nor actions."),
]);
const refuse = () => ({ diagnostics });

export const absentHandlers: Handlers<Calls> = {
  ValidateStateStoreConfig: refuse,
  ConfigureStateStore: refuse,
  ReadStateBytes: refuse,
  WriteStateBytes: refuse,
  LockState: refuse,
  UnlockState: refuse,
  GetStates: refuse,
  DeleteState: refuse,
  ValidateActionConfig: refuse,
  PlanAction: refuse,
  InvokeAction: () => ({ completed: { diagnostics } }),
};
