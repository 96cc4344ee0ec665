import { codeSignatureProblem, signAdHoc } from "../../src/provider/release/code-signature";

/** A Mach-O program of some pages, with the load commands that a signature needs, as a linker leaves it. */
function machO(size: number): Buffer {
  const program = Buffer.alloc(size, 0x90);
  program.fill(0, 0, 200);
  const header = [0xfeedfacf, 0x0100000c, 0, 2, 3, 72 + 72 + 16, 0, 0];
  for (const [index, field] of header.entries()) program.writeUInt32LE(field, index * 4);
  const segment = (offset: number, name: string, start: number, length: number) => {
    program.writeUInt32LE(0x19, offset);
    program.writeUInt32LE(72, offset + 4);
    program.write(name, offset + 8, "latin1");
    program.writeBigUInt64LE(BigInt(start), offset + 40);
    program.writeBigUInt64LE(BigInt(length), offset + 48);
  };
  segment(32, "__TEXT", 0, 4096);
  segment(104, "__LINKEDIT", 4096, size - 4096);
  for (const [index, field] of [0x1d, 16, size - 100, 100].entries()) program.writeUInt32LE(field, 176 + index * 4);
  return program;
}

test.each([3 * 4096 + 100, 3 * 4096 + 700, 10_000])("signs a Mach-O program of %i bytes", (size) => {
  const signed = signAdHoc(machO(size), "example");
  expect(codeSignatureProblem(signed)).toBeUndefined();
  expect(signed.includes("example\0")).toBe(true);
  // The last segment must contain the signature, and a second signature replaces the first.
  expect(Number(signed.readBigUInt64LE(104 + 40) + signed.readBigUInt64LE(104 + 48))).toBe(signed.length);
  expect(signAdHoc(signed, "example").equals(signed)).toBe(true);
});

test("detects changed and unsigned programs", () => {
  const signed = signAdHoc(machO(10_000), "example");
  signed[5000]! ^= 1;
  expect(codeSignatureProblem(signed)).toBe("page 1 was changed");
  expect(codeSignatureProblem(machO(10_000))).toBe("there is no signature");
});

test("leaves programs of other formats unchanged", () => {
  const elf = Buffer.from(`\x7fELF${"0".repeat(100)}`);
  expect(signAdHoc(elf, "example")).toBe(elf);
});
