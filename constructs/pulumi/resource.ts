import * as pulumi from "@pulumi/pulumi";
import {
  camelCase,
  clientRegistry,
  fieldsOf,
  isManaged,
  type Plural,
  type ResourceDefinition,
  uidTypeOf,
} from "../../src/model";
import { checkResource, requireName, requireUid } from "./arguments";
import { validated } from "./mocked-inputs";
import { isMocked } from "./mocks";
import { IMPORT_UID, pulumiView } from "./properties";
import { checkConfiguration, providerFor } from "./provider-resource";
import { runError } from "./run-error";
import { withSecrets } from "./secrets";
import { recordUid } from "./uids";

/** The class of a resource type with these arguments, outputs and uid. */
export interface Managed<A, O, U> {
  /** Declares a resource. `name` must be unique in the program among resources of its type in a stack. */
  new (name: string, args: A, options?: pulumi.CustomResourceOptions): pulumi.dynamic.Resource & O;
  /** Reads an existing resource by uid, without managing it. */
  get<R>(
    this: new (
      name: string,
      args: never,
      options?: pulumi.CustomResourceOptions,
    ) => R,
    name: string,
    uid: pulumi.Input<U>,
    options?: pulumi.CustomResourceOptions,
  ): R;
}

/** Creates the class of a resource type, given by its plural in the registry or by its definition. */
export function managed<A, O, U>(type: Plural | ResourceDefinition): Managed<A, O, U> {
  const definition: ResourceDefinition = typeof type === "string" ? clientRegistry[type] : type;
  const view = pulumiView(definition);
  const provider = providerStub(definition.name);
  const outputs = fieldsOf(definition)
    .filter(([name, field]) => name !== "uid" && isManaged(field))
    .map(([name]) => camelCase(name));
  const secrets = fieldsOf(definition)
    .filter(([, field]) => field.sensitive)
    .map(([name]) => camelCase(name));

  class ManagedResource extends pulumi.dynamic.Resource {
    /**
     * The resource's id. A separate output would be unknown in the preview of every change, and would appear to replace
     * resources that use it.
     */
    readonly uid = this.id;

    static get(name: string, uid: pulumi.Input<string>, options?: pulumi.CustomResourceOptions) {
      requireName(definition.name, name);
      requireUid(`${definition.name} ${name}`, uidTypeOf(definition), uid);
      return new this(name, {}, { ...options, id: uid });
    }

    constructor(name: string, args: object, options?: pulumi.CustomResourceOptions) {
      if (options?.import !== undefined)
        throw runError(
          `${definition.name} ${name}: Pulumi cannot import dynamic resources, so the option import does not work. ` +
            (IMPORT_UID in view.fields
              ? `Set the argument importUid: ${JSON.stringify(options.import)} instead`
              : "It adopts what exists when it is created; remove the option"),
        );
      checkConfiguration();
      checkResource(view, name, args);
      const isMockedCreate = isMocked() && options?.id === undefined;
      const undefinedOutputs = Object.fromEntries([...outputs, definition.parent.attribute].map((each) => [each]));
      const platform = providerFor(`${definition.name} ${name}`, options);
      const defaults = { additionalSecretOutputs: secrets, ...(platform ? { provider: platform } : {}) };
      const merged = pulumi.mergeOptions(defaults, options);
      super(
        provider,
        name,
        { ...undefinedOutputs, ...withSecrets(definition, isMockedCreate ? validated(view, name, args) : args) },
        merged,
        "platform",
        definition.name,
      );
      recordUid(uidTypeOf(definition), this.id);
      const own = this as unknown as Record<string, unknown>;
      for (const [each, { refersTo }] of Object.entries(view.fields)) if (refersTo) recordUid(refersTo, own[each]);
    }
  }
  return ManagedResource as unknown as Managed<A, O, U>;
}

/**
 * Returns the provider that Pulumi serializes into the state. Since it stores the source of these functions, they use
 * only the kind and a module loaded by name. `require` is synchronous, so that no call overtakes `configure`.
 */
function providerStub(kind: string): pulumi.dynamic.ResourceProvider {
  const serve = () => (require("platform-iac/pulumi/runtime") as typeof import("./runtime")).providerOf(kind);
  return {
    configure: (request) => serve().configure(request),
    check: (olds, news) => serve().check(olds, news),
    diff: (id, olds, news) => serve().diff(id, olds, news),
    create: (inputs) => serve().create(inputs),
    read: (id, props) => serve().read(id, props),
    update: (id, olds, news) => serve().update(id, olds, news),
    delete: (id, props) => serve().delete(id, props),
  };
}
