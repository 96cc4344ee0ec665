import { TerraformDataSource, TerraformResource, TerraformStack } from "cdktf";
import { Construct } from "constructs";

/**
 * Logical ids: the names of resources and data sources in a synthesized stack. CDKTF removes characters such as `.` and
 * spaces from construct ids, and merges elements of one type with the same logical id without an error.
 */
type Element = TerraformResource | TerraformDataSource;

const validated = new WeakSet<TerraformStack>();

/** Adds a validation to the construct's stack that reports elements of this package with the same logical id. */
export function validateLogicalIds(construct: Construct): void {
  const stack = TerraformStack.of(construct);
  if (validated.has(stack)) return;
  validated.add(stack);
  stack.node.addValidation({ validate: () => sharedLogicalIds(stack) });
}

/** Returns a problem for each element whose logical id is that of an earlier element of its type. */
export function sharedLogicalIds(stack: TerraformStack): string[] {
  const first = new Map<string, Element>();
  return elementsOf(stack).flatMap((element) => {
    const { friendlyUniqueId: logicalId, terraformResourceType: type } = element;
    const address = `${TerraformDataSource.isTerraformDataSource(element) ? "data." : ""}${type}.${logicalId}`;
    const other = first.get(address);
    if (!other) {
      first.set(address, element);
      return [];
    }
    return [
      `${other.node.path} and ${element.node.path} have the same logical id, ${address}: CDKTF removes all ` +
        `characters except letters, digits, "_" and "-" from ids and would merge the two; rename one`,
    ];
  });
}

const elementsOf = (stack: TerraformStack): Element[] =>
  stack.node
    .findAll()
    .filter(
      (each): each is Element =>
        TerraformResource.isTerraformResource(each) || TerraformDataSource.isTerraformDataSource(each),
    )
    .filter((each) => each.terraformResourceType.startsWith("platform_") && TerraformStack.of(each) === stack);

/**
 * Returns the logical id of an element before it is created with an unused id. A probe is used because an element can
 * no longer be renamed after its logical id was read.
 */
export function logicalIdOf(scope: Construct, id: string): string {
  const probe = new Construct(scope, id);
  const logicalId = TerraformStack.of(scope).getLogicalId(probe.node);
  scope.node.tryRemoveChild(id);
  return logicalId;
}
