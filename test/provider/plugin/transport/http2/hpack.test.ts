import { ConnectionError } from "../../../../../src/provider/plugin/transport/http2/frames";
import { encodeHeaders, HeaderDecoder } from "../../../../../src/provider/plugin/transport/http2/hpack";
import { decodeHuffman } from "../../../../../src/provider/plugin/transport/http2/huffman";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");

/** The requests of RFC 7541, C.3 and C.4: three on one connection, each referring to earlier ones. */
const requests = [
  { ":method": "GET", ":scheme": "http", ":path": "/", ":authority": "www.example.com" },
  { ":method": "GET", ":scheme": "http", ":path": "/", ":authority": "www.example.com", "cache-control": "no-cache" },
  {
    ":method": "GET",
    ":scheme": "https",
    ":path": "/index.html",
    ":authority": "www.example.com",
    "custom-key": "custom-value",
  },
];

test.each([
  [
    "plainly",
    [
      "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
      "8286 84be 5808 6e6f 2d63 6163 6865",
      "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
    ],
  ],
  [
    "in the Huffman code",
    [
      "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
      "8286 84be 5886 a8eb 1064 9cbf",
      "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
    ],
  ],
])("decodes headers written %s that refer to earlier ones", (_how, blocks) => {
  const decoder = new HeaderDecoder();
  expect(blocks.map((block) => Object.fromEntries(decoder.decode(bytes(block))))).toEqual(requests);
});

test("decodes encoded headers of any length", () => {
  const headers = { ":status": "200", short: "", "grpc-message": "x".repeat(20_000), edge: "y".repeat(127) };
  expect(Object.fromEntries(new HeaderDecoder().decode(encodeHeaders(headers)))).toEqual(headers);
});

test("evicts the oldest entries when the table is full", () => {
  const decoder = new HeaderDecoder();
  const remember = (name: string, length: number) =>
    Buffer.concat([bytes("40"), encodeHeaders({ [name]: "v".repeat(length) }).subarray(1)]);
  decoder.decode(remember("a", 2000));
  decoder.decode(remember("b", 2000));
  expect([...decoder.decode(bytes("bebf")).keys()]).toEqual(["b", "a"]);
  decoder.decode(remember("c", 100));
  expect([...decoder.decode(bytes("bebf")).keys()]).toEqual(["c", "b"]);
  decoder.decode(bytes("20")); // sets the table size to 0
  expect(() => decoder.decode(bytes("be"))).toThrow(ConnectionError);
});

test.each([
  ["refers to nothing", "80"],
  ["refers beyond what is known", "ff00"],
  ["ends within a text", "4005"],
  ["ends within an integer", "ff"],
  ["has an integer without end", "ffffffffffffffff"],
  ["asks for too large a table", "3fe23f"],
  ["is coded badly", "4081000161"],
])("rejects a block that %s", (_what, hex) => {
  expect(() => new HeaderDecoder().decode(bytes(hex))).toThrow(
    expect.objectContaining({ name: "ConnectionError", code: 9 }),
  );
});

test("limits the decoded size of headers, however small their encoding", () => {
  const long = Buffer.concat([bytes("40"), encodeHeaders({ a: "v".repeat(4000) }).subarray(1)]);
  const block = Buffer.concat([long, Buffer.alloc(20, 0xbe)]);
  expect(() => new HeaderDecoder().decode(block)).toThrow("headers too large");
});

test("decodes every byte, and requires padding with ones", () => {
  expect(decodeHuffman(bytes("a8eb10649cbf")).toString()).toBe("no-cache");
  expect([...decodeHuffman(bytes("ffc7"))]).toEqual([0]);
  for (const bad of ["00", "ffff", "ffffffff", "a8eb10649cbe"])
    expect(() => decodeHuffman(bytes(bad))).toThrow(RangeError);
});
