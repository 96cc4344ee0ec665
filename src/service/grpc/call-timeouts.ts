import { constants, type ServerHttp2Stream } from "node:http2";
import { type ServerInterceptor, status } from "@grpc/grpc-js";

/** How long a call may take, in milliseconds. */
const TIMES = {
  /** To send a request that needs no authentication. */
  open: 10_000,
  /** To send any other request, the same as over HTTP. */
  request: 60_000,
  /** To end its own half of the stream after the response. */
  afterResponse: 1_000,
};

/**
 * Ends calls whose clients do not send the whole request in time, and streams that clients keep open after the
 * response. Calls with a stream of requests are bounded by their methods until the response.
 */
export const callTimeouts =
  (isOpen: (path: string) => boolean, times: Readonly<typeof TIMES> = TIMES): ServerInterceptor =>
  ({ path, requestStream }, call) => {
    const stream: ServerHttp2Stream = Reflect.get(call, "stream");
    let timer: NodeJS.Timeout | undefined;
    const after = (milliseconds: number, end: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds).unref();
    };
    for (const event of ["end", "close"]) stream.once(event, () => clearTimeout(timer));
    const sendStatus = call.sendStatus.bind(call);
    call.sendStatus = (sent) => {
      sendStatus(sent);
      if (!stream.readableEnded && !stream.closed)
        after(times.afterResponse, () => stream.close(constants.NGHTTP2_CANCEL));
    };
    if (!requestStream) {
      const milliseconds = isOpen(path) ? times.open : times.request;
      const details = `the request was not sent within ${milliseconds / 1000} seconds; retry the call`;
      after(milliseconds, () => call.sendStatus({ code: status.DEADLINE_EXCEEDED, details, metadata: null }));
    }
    // The library types interceptors as returning its class, but uses only the interface of the call it passed.
    return call as ReturnType<ServerInterceptor>;
  };
