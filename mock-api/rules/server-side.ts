/** What the server's own features ask of a request (MR-101 to MR-104). */
import type { RefusalRule } from "./rule.ts";

export const serverSideRules: RefusalRule[] = [];
