import { parseAddress } from "../../src/client/address";

const https = "https://platform.example.com";

test.each([
  [https, https],
  [`${https}/`, https],
  [`${https}/eu//`, `${https}/eu`],
  ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
  ["http://127.1.2.3", "http://127.1.2.3"],
  ["http://[::1]:1", "http://[::1]:1"],
  ["http://localhost:1/", "http://localhost:1"],
  ["http://platform.localhost", "http://platform.localhost"],
])("accepts %s and strips trailing slashes", (text, address) => {
  expect(parseAddress(text, false)).toEqual({ address });
});

test.each([
  "http://platform.example.com",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
  "http://10.0.0.1",
])("rejects plain http to another machine: %s", (text) => {
  const problem = "must be https: plain http would expose tokens; set insecure to allow it";
  expect(parseAddress(text, false)).toEqual({ problem });
  expect(parseAddress(text, true)).toEqual({ address: text });
});

test.each([
  ["platform.example.com", 'must be a URL such as https://platform.example.com, not "platform.example.com"'],
  [
    "ftp://platform.example.com",
    'must be a URL such as https://platform.example.com, not "ftp://platform.example.com"',
  ],
  ["", 'must be a URL such as https://platform.example.com, not ""'],
  ["https://someone:secret@platform.example.com", "must not contain a user name or password"],
  [`${https}?x=1`, "must not have a query or fragment"],
  [`${https}#x`, "must not have a query or fragment"],
])("rejects %s", (text, problem) => {
  expect(parseAddress(text, true)).toEqual({ problem });
});
