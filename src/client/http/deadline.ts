import { PlatformError } from "../../api";

/** What bounds a piece of work: however it ends early, the signal's reason is the PlatformError to throw. */
export interface Deadline {
  readonly signal: AbortSignal;
  remainingMs(): number;
}

/** Runs work that must end in time, or when the signal says so; `what` names it in errors. */
export async function withDeadline<T>(
  what: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const end = performance.now() + timeoutMs;
  const expire = () =>
    controller.abort(new PlatformError("DEADLINE_EXCEEDED", `${what} took longer than ${timeoutMs} ms`));
  const cancel = () => controller.abort(cancelled(what, signal?.reason));
  const timer = setTimeout(expire, timeoutMs);
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    controller.signal.throwIfAborted();
    return await work({ signal: controller.signal, remainingMs: () => end - performance.now() });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

/** Waits for a promise that others wait for too: the signal ends this wait and nothing else. */
export async function waitFor<T>(what: string, promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let cancel = () => {};
  const end = new Promise<never>((_, reject) => {
    cancel = () => reject(cancelled(what, signal?.reason));
  });
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([promise, end]);
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/** Waits, or throws the signal's reason as soon as it has one. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", cancel);
      resolve();
    }, ms);
    signal.addEventListener("abort", cancel, { once: true });
  });
}

/** How long what changes something, and is under way when a person interrupts, may take to be answered, in milliseconds. */
const LAST_WORD = 5_000;

/**
 * A signal that is aborted a while after another that a person aborted, and at once with it for any other reason.
 * What was sent to be created exists, whoever has lost interest; its answer is the only word of it.
 */
export function withLastWord(signal: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    const { reason } = signal;
    const isPersons = reason instanceof PlatformError && reason.code === "CANCELLED";
    if (isPersons) timer = setTimeout(() => late.abort(reason), LAST_WORD);
    else late.abort(reason);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: late.signal,
    done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    },
  };
}

/** A reason that is a PlatformError already says more than we could. */
const cancelled = (what: string, reason: unknown): PlatformError =>
  reason instanceof PlatformError ? reason : new PlatformError("CANCELLED", `${what} was cancelled`, { cause: reason });
