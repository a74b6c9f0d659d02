/** What comes over a connection and is no request: it too is refused in the API's form, as far as there is one (MR-15). */
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { apiError, errorEnvelope } from "../http/errors.ts";
import { requestId } from "../http/ids.ts";

/** What was refused before there was a request. */
export interface Unreadable {
  status: 400 | 408 | 417 | 431;
  /** What is wrong, in words. */
  message: string;
}

const OVER_LONG: Unreadable = { status: 431, message: "The headers of the request are too large." };
const TOO_SLOW: Unreadable = { status: 408, message: "The request did not come in in time." };
const NOT_HTTP: Unreadable = { status: 400, message: "The request is not valid HTTP." };
const NOT_EXPECTED: Unreadable = { status: 417, message: "The `expect` header asks for what there is not." };

const BY_CODE: Readonly<Record<string, Unreadable>> = {
  HPE_HEADER_OVERFLOW: OVER_LONG,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
};

/** Answers what a server cannot read, closes its connection, and tells of it. */
export function refuseUnreadable(server: Server, tell: (refused: Unreadable) => void): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A client that is gone, or is in the middle of an answer, can be told nothing.
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) return void socket.destroy();
    const refused = BY_CODE[error.code ?? ""] ?? NOT_HTTP;
    const { status } = refused;
    const body = bodyOf(refused);
    const head = `HTTP/1.1 ${status} ${REASONS[status]}\r\ncontent-type: application/json\r\n`;
    const length = Buffer.byteLength(body);
    socket.end(`${head}content-length: ${length}\r\nconnection: close\r\n\r\n${body}`);
    tell(refused);
  });
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(NOT_EXPECTED.status, { "content-type": "application/json", connection: "close" });
    response.end(bodyOf(NOT_EXPECTED));
    tell(NOT_EXPECTED);
  });
}

const REASONS: Readonly<Record<Unreadable["status"], string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  417: "Expectation Failed",
  431: "Request Header Fields Too Large",
};

function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent?: boolean } | null };
  return answer?.headersSent === true;
}

function bodyOf({ status, message }: Unreadable): string {
  return JSON.stringify(errorEnvelope(apiError(status, { message }), requestId(message, 0)));
}
