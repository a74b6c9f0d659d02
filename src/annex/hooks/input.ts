/** What a hook is told on its standard input: one JSON object, in the words of the client that the format is from. */
import type { HookMoment } from "../../hooks.ts";

/** What there is to say of the session that a hook is run in. */
export interface HookFacts {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  readonly permissionMode: string | undefined;
}

/** The object, as it is written to a hook's standard input. */
export function hookInput(moment: HookMoment, facts: HookFacts): string {
  return JSON.stringify({
    session_id: facts.sessionId,
    transcript_path: facts.transcriptPath,
    cwd: facts.cwd,
    permission_mode: facts.permissionMode,
    hook_event_name: moment.event,
    ...fieldsOf(moment),
  });
}

function fieldsOf(moment: HookMoment): Readonly<Record<string, unknown>> {
  switch (moment.event) {
    case "SessionStart":
      return { source: moment.source };
    case "UserPromptSubmit":
      return { prompt: moment.prompt };
    case "PreToolUse":
      return callFields(moment.call);
    case "PostToolUse": {
      const { content, is_error = false } = moment.result;
      return { ...callFields(moment.call), tool_response: { content, is_error } };
    }
    case "Stop":
      return { stop_hook_active: moment.again };
    case "PreCompact":
      return { trigger: moment.trigger };
  }
}

function callFields(call: Extract<HookMoment, { event: "PreToolUse" }>["call"]) {
  return { tool_name: call.name, tool_input: call.input, tool_use_id: call.id };
}
