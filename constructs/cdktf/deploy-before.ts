import {
  Aspects,
  dependable,
  TerraformDataSource,
  type TerraformElement,
  TerraformModule,
  TerraformResource,
  TerraformStack,
} from "cdktf";
import type { IConstruct } from "constructs";
import { requireScope } from "./arguments";
import { resolveValue } from "./expression";

/** Dependencies of a construct on a resource. CDKTF itself ignores the dependencies that `node.addDependency` adds. */

/**
 * Deploys a resource before everything in a construct, including what is added to it later. Omits the elements that the
 * resource depends on. Throws an Error if the construct is one of them.
 */
export function deployBefore(resource: TerraformResource, construct: IConstruct): void {
  const { path } = resource.node;
  requireScope(path, construct);
  if (elementsBefore(resource).has(construct))
    throw new Error(`[${path}] cannot be deployed before ${construct.node.path}, which it depends on`);
  const [own, other] = [TerraformStack.of(resource), TerraformStack.of(construct)];
  if (own !== other) other.addDependency(own);
  let before: ReadonlySet<IConstruct> | undefined;
  Aspects.of(construct).add({
    visit: (element) => {
      if (!isDependent(element) || TerraformStack.of(element) !== own) return;
      before ??= elementsBefore(resource);
      const address = addressToken(resource);
      if (before.has(element) || element.dependsOn?.includes(address)) return;
      element.dependsOn = [...(element.dependsOn ?? []), address];
    },
  });
}

const addressTokens = new WeakMap<TerraformResource, string>();

/** Returns the address as CDKTF's token, the same for each call, so that a repeated dependency is recognized. */
function addressToken(resource: TerraformResource): string {
  const token = addressTokens.get(resource) ?? dependable(resource);
  addressTokens.set(resource, token);
  return token;
}

type Dependent = TerraformResource | TerraformDataSource | TerraformModule;

const isDependent = (element: IConstruct): element is Dependent =>
  TerraformResource.isTerraformResource(element) ||
  TerraformDataSource.isTerraformDataSource(element) ||
  element instanceof TerraformModule;

/** Returns the resource and the elements of its stack that it depends on, directly or through others. */
function elementsBefore(resource: TerraformResource): ReadonlySet<IConstruct> {
  const stack = TerraformStack.of(resource);
  const elements = new Map<string, TerraformElement>();
  for (const each of stack.node.findAll())
    if (isDependent(each) && TerraformStack.of(each) === stack) elements.set(addressOf(each), each);
  const found = new Set<TerraformElement>([resource]);
  // A Set iterates over entries added during iteration.
  for (const each of found)
    for (const [address] of JSON.stringify(resolveValue(resource, each.toTerraform())).matchAll(
      /\b(?:data\.)?\w+\.[\w-]+/g,
    )) {
      const element = elements.get(address);
      if (element) found.add(element);
    }
  return found;
}

function addressOf(element: Dependent): string {
  if (element instanceof TerraformModule) return `module.${element.friendlyUniqueId}`;
  const prefix = TerraformDataSource.isTerraformDataSource(element) ? "data." : "";
  return `${prefix}${element.terraformResourceType}.${element.friendlyUniqueId}`;
}
