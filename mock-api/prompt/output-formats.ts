/** The form that a request asks its answer to have (MR-61). */
import type { MessagesRequest } from "../wire.ts";

/** A form, and the field that asks for it. */
export interface OutputFormat {
  path: "output_config.format" | "output_format";
  format: object;
}

/** What is asked for under `output_config`, and in the field that older betas had for it; null asks for nothing. */
export function formatsOf({ output_config, output_format }: MessagesRequest): OutputFormat[] {
  const fields = [
    { path: "output_config.format", format: output_config?.["format"] },
    { path: "output_format", format: output_format },
  ] as const;
  return fields.flatMap(({ path, format }) =>
    typeof format === "object" && format !== null ? [{ path, format }] : [],
  );
}
