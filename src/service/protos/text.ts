import { camelCase } from "../../model";
import type { ProtoEnum, ProtoField, ProtoFile, ProtoMessage, ProtoMethod, ProtoService } from "./file";
import { filesByType, importsOf } from "./names";
import { withTypes } from "./rename";

/** Formats a file as .proto text; `files` are those that it may import. */
export function protoText(file: ProtoFile, files: readonly ProtoFile[]): string {
  const imports = importsOf(file, filesByType(files)).map((path) => `import "${path}";`);
  const within = `${file.package}.`;
  const { services, messages, enums } = withTypes(file, (type) =>
    type.startsWith(within) ? type.slice(within.length) : type,
  );
  const declarations = [
    ...(services ?? []).map(serviceLines),
    ...(messages ?? []).map(messageLines),
    ...(enums ?? []).map(enumLines),
  ];
  const head = ["// Generated from the model. Do not edit.", "", 'syntax = "proto3";', "", `package ${file.package};`];
  const blocks = [head, ...(imports.length > 0 ? [imports] : []), ...declarations];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function serviceLines({ name, comment, methods }: ProtoService): string[] {
  const rpcs = methods.map((each) => [...commentLines(each.comment), methodLine(each)]);
  return [...commentLines(comment), ...block(`service ${name}`, separated(rpcs))];
}

function methodLine({ name, input, output, stream }: ProtoMethod): string {
  const [sent, answered] = [stream === "both" ? "stream " : "", stream ? "stream " : ""];
  return `rpc ${name}(${sent}${input}) returns (${answered}${output});`;
}

function messageLines({ name, comment, fields, messages = [], enums = [] }: ProtoMessage): string[] {
  const inside = [...messages.map(messageLines), ...enums.map(enumLines), ...memberBlocks(fields)];
  return [...commentLines(comment), ...block(`message ${name}`, separated(inside))];
}

/** Orders fields by number; a oneof takes the position of its first member. */
function memberBlocks(fields: readonly ProtoField[]): string[][] {
  const ordered = [...fields].sort((a, b) => a.number - b.number);
  return ordered.flatMap((field) => {
    if (!field.oneof) return [fieldLines(field)];
    const members = ordered.filter(({ oneof }) => oneof === field.oneof);
    return members[0] === field ? [block(`oneof ${field.oneof}`, members.flatMap(fieldLines))] : [];
  });
}

function fieldLines({ name, number, type, comment, label, keys, jsonName }: ProtoField): string[] {
  const kind = keys ? `map<${keys}, ${type}>` : label ? `${label} ${type}` : type;
  const options = jsonName && jsonName !== camelCase(name) ? ` [json_name = "${jsonName}"]` : "";
  return [...commentLines(comment), `${kind} ${name} = ${number}${options};`];
}

function enumLines({ name, comment, numbers }: ProtoEnum): string[] {
  const values = Object.entries(numbers).map(([value, number]) => `${value} = ${number};`);
  return [...commentLines(comment), ...block(`enum ${name}`, values)];
}

const commentLines = (comment: string | undefined): string[] => (comment ? [`// ${comment}`] : []);

const block = (head: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [`${head} {}`] : [`${head} {`, ...lines.map((line) => (line ? `  ${line}` : "")), "}"];

/** Puts blank lines around blocks of several lines. */
function separated(blocks: readonly string[][]): string[] {
  return blocks.flatMap((lines, index) => {
    const before = blocks[index - 1];
    return before && (before.length > 1 || lines.length > 1) ? ["", ...lines] : lines;
  });
}
