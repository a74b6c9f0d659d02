/** Whose a cached prefix is (MR-87c). */
import { hash } from "node:crypto";
import type { Head } from "../http/head.ts";

/**
 * Names an organization and its workspace, by a digest: what one of them keeps no other can find. The workspace is the
 * one that a header chooses; without it, the organization's own.
 */
export function scopeOf({ organization, headers }: Head): string {
  const workspace = headers?.get("anthropic-workspace-id") ?? null;
  return hash("sha256", JSON.stringify([organization, workspace])).slice(0, 16);
}
