/** Where a command writes. */
export interface Output {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** From now on, a standard output that cannot be written does not end the process: what writes there deals with it. */
  readonly surviveStdout?: () => void;
}
