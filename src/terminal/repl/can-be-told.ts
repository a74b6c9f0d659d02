/** Errors that a person can do something about: they are told, and the conversation goes on. */
import { SessionError } from "../../opened.ts";
import { ApiError, LogWriteError } from "../../ports.ts";
import { UsageError } from "../options.ts";
import { SettingsError, SetupError } from "../setup-error.ts";

const KINDS = [UsageError, SessionError, LogWriteError, ApiError, SetupError, SettingsError];

/** Is it one? */
export function canBeTold(error: unknown): error is Error {
  return KINDS.some((kind) => error instanceof kind);
}
