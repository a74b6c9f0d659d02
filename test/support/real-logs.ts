/** Logs on the real disk, let go of when the test ends. */
import { onTestFinished } from "vitest";
import { type LogFile, OpenLogs } from "#src/index.ts";

/** All logs of a test. */
export function realLogs(how: ConstructorParameters<typeof OpenLogs>[0] = {}): OpenLogs {
  const logs = new OpenLogs(how);
  onTestFinished(() => logs.close());
  return logs;
}

/** The log at a path. */
export function logFileAt(path: string): LogFile {
  return realLogs().open(path);
}
