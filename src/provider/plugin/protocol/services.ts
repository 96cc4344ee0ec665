/** The codec for the messages of plugin protocol 6.11 and go-plugin. */

import { messages } from "./messages";
import { createCodec } from "./protobuf";

export const codec = createCodec(messages);

/**
 * The methods of `tfplugin6.Provider` that Terraform or OpenTofu may call: request, response, and whether the response
 * is a stream. GetMetadata is for multiplexers inside a provider; state stores are not supported.
 */
export const providerCalls = {
  GetProviderSchema: ["GetProviderSchema.Request", "GetProviderSchema.Response"],
  ValidateProviderConfig: ["ValidateProviderConfig.Request", "ValidateProviderConfig.Response"],
  ValidateResourceConfig: ["ValidateResourceConfig.Request", "ValidateResourceConfig.Response"],
  ValidateDataResourceConfig: ["ValidateDataResourceConfig.Request", "ValidateDataResourceConfig.Response"],
  UpgradeResourceState: ["UpgradeResourceState.Request", "UpgradeResourceState.Response"],
  GetResourceIdentitySchemas: ["GetResourceIdentitySchemas.Request", "GetResourceIdentitySchemas.Response"],
  UpgradeResourceIdentity: ["UpgradeResourceIdentity.Request", "UpgradeResourceIdentity.Response"],
  ConfigureProvider: ["ConfigureProvider.Request", "ConfigureProvider.Response"],
  ReadResource: ["ReadResource.Request", "ReadResource.Response"],
  PlanResourceChange: ["PlanResourceChange.Request", "PlanResourceChange.Response"],
  ApplyResourceChange: ["ApplyResourceChange.Request", "ApplyResourceChange.Response"],
  ImportResourceState: ["ImportResourceState.Request", "ImportResourceState.Response"],
  MoveResourceState: ["MoveResourceState.Request", "MoveResourceState.Response"],
  ReadDataSource: ["ReadDataSource.Request", "ReadDataSource.Response"],
  GenerateResourceConfig: ["GenerateResourceConfig.Request", "GenerateResourceConfig.Response"],
  ValidateEphemeralResourceConfig: [
    "ValidateEphemeralResourceConfig.Request",
    "ValidateEphemeralResourceConfig.Response",
  ],
  OpenEphemeralResource: ["OpenEphemeralResource.Request", "OpenEphemeralResource.Response"],
  RenewEphemeralResource: ["RenewEphemeralResource.Request", "RenewEphemeralResource.Response"],
  CloseEphemeralResource: ["CloseEphemeralResource.Request", "CloseEphemeralResource.Response"],
  ListResource: ["ListResource.Request", "ListResource.Event", "server"],
  ValidateListResourceConfig: ["ValidateListResourceConfig.Request", "ValidateListResourceConfig.Response"],
  GetFunctions: ["GetFunctions.Request", "GetFunctions.Response"],
  CallFunction: ["CallFunction.Request", "CallFunction.Response"],
  PlanAction: ["PlanAction.Request", "PlanAction.Response"],
  InvokeAction: ["InvokeAction.Request", "InvokeAction.Event", "server"],
  ValidateActionConfig: ["ValidateActionConfig.Request", "ValidateActionConfig.Response"],
  StopProvider: ["StopProvider.Request", "StopProvider.Response"],
} as const;

export type ProviderCall = keyof typeof providerCalls;
export type RequestOf<Call extends ProviderCall> = (typeof providerCalls)[Call][0];
export type ResponseOf<Call extends ProviderCall> = (typeof providerCalls)[Call][1];
