import { fstatSync, write } from "node:fs";
import { promisify } from "node:util";
import { errorCode } from "../../../api";
import { type Appended, completeLines, type LineWriter, writeAll } from "./sink-lines";

const STDOUT = 1;

/** The standard output of this process: a pipe, a terminal or a file. */
export class SinkStandardOutput implements LineWriter {
  /** The number of bytes of the next line that were already written. */
  #started = 0;

  async append(lines: readonly string[]): Promise<Appended> {
    try {
      if (fstatSync(STDOUT).isFile()) return await this.#appendToFile(lines);
      await writeStdout(lines.join(""));
      return { count: lines.length };
    } catch (error) {
      return { count: 0, error };
    }
  }

  async close(): Promise<void> {}

  /** `process.stdout` does not report partial writes, so the file is written directly. */
  async #appendToFile(lines: readonly string[]): Promise<Appended> {
    const data = Buffer.from(lines.join("")).subarray(this.#started);
    const { bytes, error } = await writeAll(async (rest) => (await writeTo(STDOUT, rest)).bytesWritten, data);
    const { count, rest } = completeLines(lines, this.#started + bytes);
    this.#started = rest;
    return { count, error };
  }
}

const writeTo = promisify(write);

/** The error codes of a write after the reader closed the pipe; the second code is that of later writes. */
const CLOSED_PIPE = ["EPIPE", "ERR_STREAM_DESTROYED"];

const writeStdout = (text: string): Promise<void> =>
  new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => {
      if (!error) return resolve();
      const isClosed = CLOSED_PIPE.includes(errorCode(error));
      reject(isClosed ? new Error("the reader of standard output closed the pipe") : error);
    }),
  );
