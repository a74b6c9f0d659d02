/** What the headers of a request say: version, betas, who asks (MR-2, MR-6, MR-8, MR-87c). */
import { createHash } from "node:crypto";

/** What is asked of the API. */
export type Endpoint = "messages" | "count_tokens";

/** The versions of the API (MR-2). */
export type ApiVersion = "2023-01-01" | "2023-06-01" | "2026-10-21";

/** Read from the headers, or assumed where only a body is examined. */
export interface Head {
  endpoint: Endpoint;
  /** The headers themselves; null where only a body is examined: then none of them can be wrong. */
  headers: Headers | null;
  version: ApiVersion;
  /** Was a beta asked for? Where only a body is examined, all are. */
  hasBeta(name: string): boolean;
  /** Whose request it is: what one organization caches and signs, no other can read (MR-87c, MR-94). */
  organization: string;
  /** The workspace of the key; here a key has one of its own. */
  workspace: string;
}

/** The newest version, and what a body alone is read by. */
export const NEWEST: ApiVersion = "2026-10-21";
const VERSIONS: readonly string[] = ["2023-01-01", "2023-06-01", NEWEST];

/** The head of a request. A version that does not exist reads as the newest; the rule MR-2 has refused it before. */
export function headOf(headers: Headers, endpoint: Endpoint): Head {
  const version = headers.get("anthropic-version") ?? "";
  const betas = new Set(betasOf(headers));
  return {
    endpoint,
    headers,
    version: isVersion(version) ? version : NEWEST,
    hasBeta: (name) => betas.has(name),
    ...ownersOf(keyOf(headers) ?? ""),
  };
}

/** The head that a body alone is read by. */
export function assumedHead(given: Partial<Omit<Head, "headers">> = {}): Head {
  return {
    endpoint: "messages",
    headers: null,
    version: NEWEST,
    hasBeta: () => true,
    ...ownersOf(""),
    ...given,
  };
}

export function isVersion(version: string): version is ApiVersion {
  return VERSIONS.includes(version);
}

/** The betas that are asked for, in the order given. */
export function betasOf(headers: Headers): string[] {
  return (headers.get("anthropic-beta") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The key of either header (MR-6); where both are given, that of `x-api-key`. */
export function keyOf(headers: Headers): string | undefined {
  return headers.get("x-api-key") || bearerOf(headers);
}

/** The key that `authorization` bears. */
function bearerOf(headers: Headers): string | undefined {
  return /^Bearer\s+(\S.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

// A key says whose it is only to the API; here each key is an organization of its own, named by a digest of it.
function ownersOf(key: string): Pick<Head, "organization" | "workspace"> {
  const hex = createHash("sha256").update(`organization ${key}`).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return { organization: parts.join("-"), workspace: `wrkspc_${hex.slice(32, 56)}` };
}
