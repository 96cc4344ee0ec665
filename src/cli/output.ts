/** The output streams of a command. */
export interface Output {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Keeps the process alive if standard output cannot be written from now on. */
  readonly continueWithoutStdout?: () => void;
}
