import * as pulumi from "@pulumi/pulumi";

/** Returns the ids of the resources that a lookup depends on, which are unknown in the preview of their creation. */
export function idsOf(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  const given: pulumi.Output<unknown> = pulumi.output<unknown>(dependsOn);
  return given.apply((known) =>
    pulumi.all([known].flat().flatMap((each) => customResourcesIn(each).map(({ id }) => id))),
  );
}

/** Returns a resource, or the resources of a component. */
function customResourcesIn(resource: unknown): readonly pulumi.CustomResource[] {
  if (pulumi.CustomResource.isInstance(resource)) return [resource];
  if (!pulumi.ComponentResource.isInstance(resource)) return [];
  // Pulumi keeps a component's children in a member without a declaration.
  const { __childResources = [] } = resource as { readonly __childResources?: Iterable<unknown> };
  return [...__childResources].flatMap(customResourcesIn);
}
