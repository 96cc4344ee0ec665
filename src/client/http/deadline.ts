import { PlatformError } from "../../api";

/** The time limit of an operation: a signal that is aborted with the PlatformError to throw, and the remaining time. */
export interface Deadline {
  readonly signal: AbortSignal;
  remainingMs(): number;
}

/** Runs an operation that must end within a timeout or when the signal is aborted; `what` names it in errors. */
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

/** Waits for a shared promise: the signal ends this wait only, not the operation. */
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

/** Waits; throws the signal's reason as soon as it is aborted. */
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

/** How long a write in progress may take to complete after an interrupt, in milliseconds. */
const WRITE_GRACE_PERIOD = 5_000;

/**
 * Returns a signal that is aborted a grace period after the user aborts `signal`, and immediately for any other reason.
 * The service may still execute a create request that was sent, and only the response names the created resource.
 */
export function withGracePeriod(signal: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    const { reason } = signal;
    const isUserAbort = reason instanceof PlatformError && reason.code === "CANCELLED";
    if (isUserAbort) timer = setTimeout(() => late.abort(reason), WRITE_GRACE_PERIOD);
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

/** Keeps a reason that is already a PlatformError. */
const cancelled = (what: string, reason: unknown): PlatformError =>
  reason instanceof PlatformError ? reason : new PlatformError("CANCELLED", `${what} was cancelled`, { cause: reason });
