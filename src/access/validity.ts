import { patternProblem } from "../api";
import { counterexample } from "./counterexample";
import type { Directory } from "./directory";
import type { AccessGraph } from "./graph";
import { type IdentityEntry, isUnknown } from "./snapshot";
import { requirementsOf } from "./trust";

/**
 * Returns what is wrong with access, in clauses: role bindings that repeat another, which the service rejects, and
 * patterns that are not valid or match other tokens than they seem to. Unknown values have no problems.
 */
export const accessProblems = (graph: AccessGraph, directory: Directory): readonly string[] => [
  ...repeatedBindings(graph, directory),
  ...graph.snapshot.identities.flatMap((identity) => trustProblems(identity, directory)),
];

function repeatedBindings(graph: AccessGraph, directory: Directory): string[] {
  const firsts = new Map<string, string>();
  return graph.snapshot.bindings.flatMap(({ id, identity, role, group }) => {
    if (isUnknown(identity) || isUnknown(role) || isUnknown(group)) return [];
    const key = JSON.stringify([identity, role, group]);
    const first = firsts.get(key);
    firsts.set(key, first ?? id);
    if (first === undefined) return [];
    const what = `${directory.role(role)} to ${directory.identity(identity)} in ${directory.group(group)}`;
    return [`${directory.resource(id)} grants ${what}, as ${directory.resource(first)} does`];
  });
}

function trustProblems({ id, trust }: IdentityEntry, directory: Directory): string[] {
  if (isUnknown(trust)) return [];
  return requirementsOf(trust).requirements.flatMap(({ claim, pattern }) => {
    if (pattern === undefined) return [];
    const described = `the pattern ${JSON.stringify(pattern)} for the ${claim} of ${directory.identity(id)}`;
    const problem = patternProblem(pattern);
    if (problem !== undefined) return [`${described} ${problem}`];
    const surprise = counterexample(pattern);
    return surprise === undefined ? [] : [`${described} also matches ${JSON.stringify(surprise)}`];
  });
}
